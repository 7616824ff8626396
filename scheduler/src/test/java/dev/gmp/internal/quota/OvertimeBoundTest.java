package dev.gmp.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.internal.jdk.KernelPriority.Trial;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many may compute without a processor. */
@Timeout(60)
class OvertimeBoundTest {

    /** They weigh so little that it is better to have them all begun than others wait behind those that have not. */
    @ParameterizedTest
    @ValueSource(ints = {7, KernelPriority.IDLE})
    void manyComputeWithoutAProcessorOnlyWhereTheyAreIdle(int steps) {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        OvertimePriority priority = new OvertimePriority(steps, OvertimeKernel.SYSTEM);
        OvertimePriority unprivileged = new OvertimePriority(steps, new UnprivilegedKernel());
        OvertimePriority refused = new OvertimePriority(steps, new UnprivilegedKernel() {
            @Override
            public Trial tryLowering(int low) {
                return Trial.REFUSES;
            }
        });
        boolean idle = steps == KernelPriority.IDLE;
        Goroutine virtual = new VirtualGoroutine(null, () -> {});
        Goroutine direct = new DirectGoroutine(() -> {});

        assertThat(priority.most(virtual)).isEqualTo(idle ? OvertimePriority.MOST_IDLE : OvertimePriority.MOST);
        assertThat(unprivileged.most(virtual)).isEqualTo(idle ? OvertimePriority.MOST_IDLE : OvertimePriority.MOST);
        assertThat(unprivileged.most(direct)).isEqualTo(OvertimePriority.MOST);
        assertThat(refused.most(virtual)).isEqualTo(OvertimePriority.MOST);
    }
}
