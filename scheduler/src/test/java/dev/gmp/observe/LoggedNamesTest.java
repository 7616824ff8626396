package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.testkit.Schedulers;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that any caller may choose stand on one line wherever the scheduler names them. */
class LoggedNamesTest {

    private static final String FORGED = "task\n2026-01-01 ERROR all is lost\u001b[2J";
    private static final String SHOWN = "task?2026-01-01 ERROR all is lost?[2J";

    @ParameterizedTest
    @CsvSource({"plain, plain", "Grüße 😀, Grüße 😀", "a\tb, a?b", "a\u0085b, a?b", "a\u2028b, a?b", "a\u2029b, a?b"})
    void controlCharactersAndLineSeparatorsAreQuestionMarks(String name, String shown) {
        assertThat(LoggedName.of(name)).isEqualTo(shown);
    }

    @Test
    void aThreadThatATaskHasRenamedIsNamedOnOneLine() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            List<MachineSnapshot> machines = scheduler
                    .submit(() -> {
                        Thread.currentThread().setName(FORGED);
                        return scheduler.snapshot().machines();
                    })
                    .get();

            assertThat(machines).extracting(MachineSnapshot::threadName).contains(SHOWN);
        }
    }

    @Test
    void aTaskThatIsRefusedIsNamedOnOneLine() {
        GmpScheduler scheduler = Schedulers.direct(1).build();
        scheduler.close();
        Runnable task = new Runnable() {
            @Override
            public void run() {}

            @Override
            public String toString() {
                return FORGED;
            }
        };

        assertThatThrownBy(() -> scheduler.execute(task))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining(SHOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\u0085b"})
    void aNameWithControlCharactersIsRefused(String name) {
        assertThatThrownBy(() -> Schedulers.direct(1).name(name).build())
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("name must be not blank, without control characters, but was 'a?b'");
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            assertThatThrownBy(() -> scheduler.bulkhead(name).maxGoroutines(1).build())
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageEndingWith("'a?b'");
        }
    }
}
