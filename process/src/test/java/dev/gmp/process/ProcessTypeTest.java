package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.gmp.config.InvalidSettingException;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A setting of a type that is out of its range is named. */
class ProcessTypeTest {

    static Stream<Arguments> outOfRange() {
        return Stream.of(
                arguments("name", " ", Set.of("run"), 1, 1),
                arguments("methods", "t", Set.of(), 1, 1),
                arguments("mailbox-capacity", "t", Set.of("run"), 0, 1),
                arguments("events-per-step", "t", Set.of("run"), 1, 0));
    }

    @ParameterizedTest
    @MethodSource("outOfRange")
    void aValueOutOfRangeIsNamed(String setting, String name, Set<String> methods, int capacity, int events) {
        assertThatThrownBy(
                        () -> new ProcessType(name, methods, ProcessTypeTest::none, capacity, Overflow.REFUSE, events))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        e -> assertThat(e.setting()).isEqualTo(setting));
    }

    @Test
    void eachOfTheSettingsChangesAlone() {
        ProcessType type = ProcessType.of("t", ProcessTypeTest::none, "b", "a");
        assertThat(type.methods()).containsExactly("b", "a");
        assertThat(type.mailboxCapacity()).isEqualTo(ProcessType.DEFAULT_MAILBOX_CAPACITY);
        assertThat(type.eventsPerStep()).isEqualTo(ProcessType.DEFAULT_EVENTS_PER_STEP);

        ProcessType changed = type.withMailbox(1, Overflow.DROP_OLDEST).withEventsPerStep(1);

        assertThat(changed).isEqualTo(new ProcessType("t", type.methods(), type.factory(), 1, Overflow.DROP_OLDEST, 1));
    }

    private static Process none() {
        throw new AssertionError("none is submitted");
    }
}
