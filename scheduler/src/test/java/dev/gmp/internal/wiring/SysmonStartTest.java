package dev.gmp.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.internal.sysmon.Sysmon;
import dev.gmp.internal.sysmon.SysmonDuties;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A start that is under way counts as a start: its thread may open files before it is known. */
class SysmonStartTest {

    @Test
    void silenceWaitsForAStartThatIsUnderWay() throws Exception {
        Sysmon sysmon = sysmon();
        FutureTask<Boolean> silence = new FutureTask<>(sysmon::silence);
        Thread thread = new Thread(silence);
        synchronized (sysmon) { // as the start has it
            thread.start();
            await().until(() -> thread.getState() == Thread.State.BLOCKED);
            sysmon.ensureStarted();
        }
        try {
            silence.get(60, TimeUnit.SECONDS);
            await().until(sysmon::silence);
        } finally {
            sysmon.stop();
        }
    }

    @Test
    void whatHasNotBeenStartedIsSilent() {
        assertThat(sysmon().silence()).isTrue();
    }

    private static Sysmon sysmon() {
        return LoneSysmon.withDuties(
                new SysmonDuties(() -> false, () -> {}, now -> {}, List.of(), () -> false, () -> false));
    }
}
