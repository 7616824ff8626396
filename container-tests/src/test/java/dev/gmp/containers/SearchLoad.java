package dev.gmp.containers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Searches, each of the same work, that all must be answered. */
final class SearchLoad {

    private SearchLoad() {}

    /** Has no more than so many under way until so many are answered; the next waits for the oldest. */
    static void keep(int underWay, int searches, SampleContainer container) {
        ArrayDeque<CompletableFuture<JsonNode>> open = new ArrayDeque<>();
        for (int search = 0; search < searches; search++) {
            if (open.size() == underWay) {
                open.remove().join();
            }
            open.add(container.search());
        }
        open.forEach(CompletableFuture::join);
    }

    /** Starts so many at once, time and again; where the answers take longer than the interval, the next follow at once. */
    static void burst(int bursts, int searches, long intervalNanos, SampleContainer container)
            throws InterruptedException {
        long due = System.nanoTime();
        for (int burst = 0; burst < bursts; burst++) {
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            due += intervalNanos;
            List<CompletableFuture<JsonNode>> open = new ArrayList<>();
            for (int search = 0; search < searches; search++) {
                open.add(container.search());
            }
            open.forEach(CompletableFuture::join);
        }
    }
}
