package dev.gmp.process.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.gmp.process.ProcessState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each transition by itself, in one thread; what happens between threads is for {@link MailboxLincheckTest}. */
class StateWordTest {

    private final StateWord word = new StateWord() {};

    @Test
    void aNewOneIsReadyAndRunsOnce() {
        assertThat(word.state()).isEqualTo(ProcessState.READY);

        word.beginRunning();

        assertThat(word.state()).isEqualTo(ProcessState.RUNNING);
        assertThatIllegalStateException()
                .isThrownBy(word::beginRunning)
                .withMessage("a process was scheduled that is RUNNING");
    }

    @ParameterizedTest
    @ValueSource(ints = {StateWord.MESSAGE, StateWord.CONTROL})
    void whatComesWhileItRunsKeepsItFromResting(int cause) {
        word.beginRunning();
        assertThat(word.wake(cause)).isFalse();
        assertThat(word.wake(cause)).isFalse();
        assertThat(word.tryIdle()).isFalse();
        assertThat(word.state()).isEqualTo(ProcessState.RUNNING);

        word.clearFlags();

        assertThat(word.tryIdle()).isTrue();
        assertThat(word.state()).isEqualTo(ProcessState.IDLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {StateWord.MESSAGE, StateWord.CONTROL})
    void theThreadThatWakesAnIdleOneSchedulesIt(int cause) {
        word.beginRunning();
        assertThat(word.tryIdle()).isTrue();

        assertThat(word.wake(cause)).isTrue();

        assertThat(word.state()).isEqualTo(ProcessState.READY);
        assertThat(word.wake(cause)).isFalse();
        word.beginRunning();
        assertThat(word.tryIdle()).isTrue();
    }

    @Test
    void aBlockedOneIsWokenByControlEventsAlone() {
        word.beginRunning();
        assertThat(word.wake(StateWord.MESSAGE)).isFalse();
        assertThat(word.tryBlock()).isTrue();
        assertThat(word.state()).isEqualTo(ProcessState.BLOCKED);

        assertThat(word.wake(StateWord.MESSAGE)).isFalse();
        assertThat(word.state()).isEqualTo(ProcessState.BLOCKED);
        assertThat(word.wake(StateWord.CONTROL)).isTrue();
        assertThat(word.state()).isEqualTo(ProcessState.READY);
        assertThat(word.awaitsControl()).isTrue();
        word.beginRunning();
        assertThat(word.awaitsControl()).isTrue();
        assertThat(word.tryIdle()).isTrue();
        assertThat(word.awaitsControl()).isFalse();
    }

    @Test
    void aControlEventKeepsItFromBlocking() {
        word.beginRunning();
        assertThat(word.wake(StateWord.CONTROL)).isFalse();
        assertThat(word.tryBlock()).isFalse();
        assertThat(word.state()).isEqualTo(ProcessState.RUNNING);

        word.clearFlags();

        assertThat(word.tryBlock()).isTrue();
    }

    @Test
    void oneThatGivesWayIsReadyWithoutFlags() {
        assertThat(word.awaitsControl()).isFalse();
        for (boolean awaitsControl : new boolean[] {true, false}) {
            word.beginRunning();
            assertThat(word.wake(StateWord.MESSAGE)).isFalse();
            assertThat(word.wake(StateWord.CONTROL)).isFalse();
            word.giveWay(awaitsControl);
            assertThat(word.state()).isEqualTo(ProcessState.READY);
            assertThat(word.awaitsControl()).isEqualTo(awaitsControl);
        }
        word.beginRunning();
        assertThat(word.tryIdle()).isTrue();
    }

    @Test
    void aCompleteOneIsNotWoken() {
        word.beginRunning();
        assertThat(word.isComplete()).isFalse();
        assertThat(word.wake(StateWord.MESSAGE)).isFalse();

        word.complete();

        assertThat(word.isComplete()).isTrue();
        assertThat(word.state()).isEqualTo(ProcessState.COMPLETE);
        assertThat(word.wake(StateWord.MESSAGE)).isFalse();
        assertThat(word.wake(StateWord.CONTROL)).isFalse();
        assertThat(word.isComplete()).isTrue();
    }

    @Test
    void oneCallerIsTheFirstToCancelAndTheStateStays() {
        word.beginRunning();

        assertThat(word.tryMarkCancelled()).isTrue();
        assertThat(word.tryMarkCancelled()).isFalse();

        assertThat(word.state()).isEqualTo(ProcessState.RUNNING);
        assertThat(word.tryIdle()).isTrue();
        assertThat(word.wake(StateWord.MESSAGE)).isTrue();
        assertThat(word.tryMarkCancelled()).isFalse();
        word.beginRunning();
        word.giveWay(false);
        assertThat(word.tryMarkCancelled()).isFalse();
    }
}
