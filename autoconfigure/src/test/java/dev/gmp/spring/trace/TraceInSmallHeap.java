package dev.gmp.spring.trace;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Asks for more events than the heap has room for, then for as many as there may be, and fills the recording. */
final class TraceInSmallHeap {

    private static final int TASKS = 150_000;

    /** A timeline of so many would take 75 MB. */
    private static final int EVENTS = 250_000;

    private TraceInSmallHeap() {}

    public static void main(String[] args) throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .name("small")
                .maxProcs(2)
                .goroutines(GoroutineMode.DIRECT)
                .build()) {
            GmpTraceEndpoint endpoint = new GmpTraceEndpoint(List.of(scheduler), HeapRoom.ofThisJvm());
            try {
                endpoint.start(60, GmpTraceEndpoint.MOST_EVENTS, null, null);
            } catch (InvalidEndpointRequestException e) {
                System.out.println("too many: " + e.getMessage());
            }
            print("as many as there may be", endpoint.start(60, EVENTS, null, null));
            CountDownLatch ended = new CountDownLatch(TASKS);
            scheduler
                    .submit(() -> {
                        for (int i = 0; i < TASKS; i++) {
                            scheduler.execute(ended::countDown);
                        }
                    })
                    .get();
            ended.await();
            endpoint.delete();
            WebEndpointResponse<Object> fetched = endpoint.fetch(TraceFormat.CHROME_JSON);
            while (fetched.getStatus() == 409) {
                TimeUnit.MILLISECONDS.sleep(10);
                fetched = endpoint.fetch(TraceFormat.CHROME_JSON);
            }
            print("fetched", fetched);
        }
        System.exit(0);
    }

    private static void print(String what, WebEndpointResponse<Object> response) {
        System.out.println(what + ": " + response.getStatus() + " " + response.getBody());
    }
}
