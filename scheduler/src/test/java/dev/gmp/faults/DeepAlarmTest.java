package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.faults.jvm.Child;
import dev.gmp.internal.idle.Alarm;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goroutines that are woken where there is no stack left wait for the monitor, which sleeps until the alarm rings. */
class DeepAlarmTest {

    @Test
    void aGoroutineThatCannotBeWokenForWantOfStackStaysAwaited() throws Exception {
        try (Child child = Child.start(Program.class, List.of("-Xint"))) {
            assertThat(child.rest()).endsWith("none forgotten\n");
        }
    }

    /** In a JVM of its own, where each call has a frame. */
    public static final class Program {

        private static final int ROUNDS = 200;
        private static final int RETURNS = 10;

        private static int failed;
        private static int forgotten;

        private Program() {}

        public static void main(String[] args) throws Exception {
            Alarm alarm = new Alarm();
            alarm.arm();
            alarm.ring();
            for (int i = 0; i < ROUNDS; i++) {
                StackEnd.Owner.THREAD.run(null, () -> {
                    StackEnd.callFromManyLevels(() -> ring(alarm), RETURNS, 1);
                    return null;
                });
            }
            System.out.println(failed > 0 && forgotten == 0 ? "none forgotten" : forgotten + " of " + failed);
        }

        private static Object ring(Alarm alarm) {
            alarm.arm();
            try {
                alarm.ring();
            } catch (StackOverflowError e) {
                boolean armed = alarm.isArmed();
                failed++;
                forgotten += armed ? 0 : 1;
                throw e;
            }
            return alarm;
        }
    }
}
