package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.RingRunQueue;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class RetakenTest {

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Machine machine = new Machine(0, "m0", new Object(), new ProtocolState.NoVerbs(), new ProbePoint());
    private final LocalRunQueue<Goroutine> queue = new RingRunQueue<>();

    /** The processor has been taken by then: were there no memory, it would be nobody's. */
    @Test
    void addingTakesNoMemoryFromTheFirstOneOn() {
        add(new Retaken(null));
        Retaken retaken = new Retaken(null);
        for (int i = 0; i < 100; i++) {
            assertThat(add(retaken)).isZero();
        }
    }

    /** @return the bytes that it took */
    private long add(Retaken retaken) {
        Retaken.Entry entry = retaken.prepare(machine, queue, false);
        long before = threads.getCurrentThreadAllocatedBytes();
        retaken.add(entry);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
