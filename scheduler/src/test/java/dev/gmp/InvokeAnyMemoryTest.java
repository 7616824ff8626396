package dev.gmp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** A task of {@code invokeAny} may end when there is no memory, and its caller must hear of it all the same. */
class InvokeAnyMemoryTest {

    /** The first calls of anything take memory. */
    private static final int ROUNDS = 300;

    private static final int SMALLEST_OBJECT = 16;

    @Test
    void theEndOfATaskTakesNone() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<Callable<String>> tasks = List.of(() -> "ran");
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            BlockingQueue<Runnable> begun = new LinkedBlockingQueue<>();
            FutureTask<String> any = new FutureTask<>(() -> new InvokeAny<String>(begun::add).run(tasks, null));
            new Thread(any).start();
            Runnable task = begun.take();

            long before = threads.getCurrentThreadAllocatedBytes();
            task.run();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);

            assertThat(any.get()).isEqualTo("ran");
        }
        assertThat(least).isLessThan(SMALLEST_OBJECT);
    }
}
