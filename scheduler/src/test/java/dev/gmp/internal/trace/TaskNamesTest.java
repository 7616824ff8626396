package dev.gmp.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Names of threads without end take neither the numbers of classes nor a lock. */
class TaskNamesTest {

    private final TaskNames names = new TaskNames();

    @Test
    void aClassHasANumberAfterAllThreads() {
        nameThreads();

        int number = names.numberOf(String.class);
        assertThat(names.all().get(number)).isEqualTo("java.lang.String");
        assertThat(names.numberOf(String.class)).isEqualTo(number);
        assertThat(names.all().get(names.numberOf("thread 0"))).isEqualTo("thread 0");
    }

    @Test
    void aNameWithoutRoomWaitsForNoReader() throws Exception {
        nameThreads();
        names.lock.lock();
        try {
            CompletableFuture<Integer> number = CompletableFuture.supplyAsync(() -> names.numberOf("one more"));
            assertThat(number.get(60, TimeUnit.SECONDS)).isEqualTo(TaskNames.OTHER);
        } finally {
            names.lock.unlock();
        }
    }

    @Test
    void aNewNameWaitsForNoMonitor() throws Exception {
        synchronized (names) {
            CompletableFuture<Integer> number = CompletableFuture.supplyAsync(() -> names.numberOf("new"));
            assertThat(number.get(60, TimeUnit.SECONDS)).isGreaterThan(TaskNames.OTHER);
        }
    }

    private void nameThreads() {
        for (int i = 0; i < 2 * TaskNames.MOST_CLASSES; i++) {
            names.numberOf("thread " + i);
        }
        assertThat(names.numberOf("one more")).isEqualTo(TaskNames.OTHER);
    }
}
