package dev.gmp.benchmarks.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OtherProcessesTest {
    @Test
    void othersUsedWhatWasNeitherIdleNorOurs() {
        OtherProcesses before = OtherProcesses.parse(
                "cpu  100 0 50 1000 10 0 5 0 0 0\ncpu0 1 1 1 1\ncpu1 1 1 1 1\nintr 1\n", stat("java", 10, 5, 20, 0));
        OtherProcesses after = OtherProcesses.parse(
                "cpu  160 10 70 1070 20 5 10 20 7 0\ncpu0 1 1 1 1\ncpu1 1 1 1 1\nintr 1\n",
                stat("a (b) c", 20, 10, 50, 5));

        // 200 ticks on 2 cores: 80 idle or waiting, 120 busy, 50 of these ours
        assertThat(after.coresSince(before)).hasValue(0.7);
    }

    @Test
    void nothingIsKnownOfNoTime() {
        OtherProcesses now = OtherProcesses.parse("cpu  1 0 1 1 0 0 0 0\n", stat("java", 1, 0, 0, 0));

        assertThat(now.coresSince(now)).isEmpty();
    }

    private static String stat(String name, long user, long system, long childrenUser, long childrenSystem) {
        return "42 (%s) S 1 42 42 0 -1 4194560 1 2 3 4 %d %d %d %d 20 0 1 0 99 0 0\n"
                .formatted(name, user, system, childrenUser, childrenSystem);
    }
}
