package dev.gmp.internal.idle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A set of processors from which each is taken once, the lowest first. */
class IdleProcessorsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 128, 200, 1024})
    void everyProcessorComesOutOnceAndInOrder(int procs) {
        IdleProcessors idle = new IdleProcessors(procs);
        assertThat(idle.any()).isFalse();
        for (int id = procs - 1; id >= 0; id--) {
            idle.put(id);
        }

        assertThat(idle.count()).isEqualTo(procs);
        for (int id = 0; id < procs; id++) {
            assertThat(idle.any()).isTrue();
            assertThat(idle.contains(id)).isTrue();
            assertThat(idle.take()).isEqualTo(id);
            assertThat(idle.contains(id)).isFalse();
            assertThat(idle.count()).isEqualTo(procs - id - 1);
        }
        assertThat(idle.take()).isEqualTo(-1);
        assertThat(idle.any()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31, 32, 63, 64, 127})
    void aCertainProcessorIsTakenOnlyIfItIsIdle(int id) {
        IdleProcessors idle = new IdleProcessors(128);
        assertThat(idle.tryTake(id)).isFalse();
        idle.put(id);

        assertThat(idle.tryTake(id)).isTrue();
        assertThat(idle.tryTake(id)).isFalse();
        assertThat(idle.any()).isFalse();
        assertThat(idle.count()).isZero();
    }

    /** The right to run would exist twice. */
    @Test
    void aProcessorThatIsIdleAlreadyIsAnError() {
        IdleProcessors idle = new IdleProcessors(2);
        idle.put(1);

        assertThatIllegalStateException().isThrownBy(() -> idle.put(1)).withMessageContaining("1");

        Set<Integer> taken = new HashSet<>();
        for (int id = idle.take(); id >= 0; id = idle.take()) {
            taken.add(id);
        }
        assertThat(taken).containsExactly(1);
        assertThat(idle.count()).isZero();
    }

    /** A thread that puts one back has let go of it already: were there no memory, it would be lost. */
    @Test
    void puttingBackTakesNoMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        IdleProcessors idle = new IdleProcessors(200);
        idle.put(199);
        idle.put(0);
        threads.getCurrentThreadAllocatedBytes();

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int id = 1; id < 199; id++) {
            idle.put(id);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(198 * 16);
    }
}
