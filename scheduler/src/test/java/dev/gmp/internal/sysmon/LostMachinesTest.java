package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.RingRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class LostMachinesTest {

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Machine machine =
            new Machine(0, "m0", new Object(), new ProtocolState.NoVerbs(), new ProbePoint(), false);
    private final LocalRunQueue<Goroutine> queue = new RingRunQueue<>();

    /** The processor has been taken by then: were there no memory, it would be lost. */
    @Test
    void addingTakesNoMemoryFromTheFirstOneOn() {
        add(new LostMachines(null));
        LostMachines lostMachines = new LostMachines(null);
        for (int i = 0; i < 100; i++) {
            assertThat(add(lostMachines)).isZero();
        }
    }

    /** @return the bytes that it took */
    private long add(LostMachines lostMachines) {
        LostMachines.Entry entry = lostMachines.prepare(machine, queue, false);
        long before = threads.getCurrentThreadAllocatedBytes();
        lostMachines.add(entry);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
