package dev.gmp.process.internal.mailbox;

import static dev.gmp.process.testkit.Checkers.everyInterleaving;
import static dev.gmp.process.testkit.Checkers.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.process.Event;
import dev.gmp.process.ProcessState;
import dev.gmp.process.testkit.Checkers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** WAKE-1: no process rests beside what would wake it. Beside the protocol as it is stand two that lose a wake-up. */
@Timeout(600)
class LostWakeUpTest {

    /** A mailbox whose scheduler is a count of turns, which the worker takes one after the other. */
    private static final class Box extends Mailbox {

        final AtomicInteger turns = new AtomicInteger(1);

        void send() {
            offer(new Letter(null, "a"), 10);
            if (wake(MESSAGE)) {
                turns.incrementAndGet();
            }
        }

        void cancel() {
            offerControl(Notice.of(new Event.Cancel("")));
            if (wake(CONTROL)) {
                turns.incrementAndGet();
            }
        }

        /** Broken: no flag for a process that runs. */
        void sendWithoutFlag() {
            offer(new Letter(null, "a"), 10);
            if (state() == ProcessState.IDLE && wake(MESSAGE)) {
                turns.incrementAndGet();
            }
        }

        /** One turn, if it is there; W1 to W3. */
        void work() {
            if (!tryTakeTurn()) {
                return;
            }
            beginRunning();
            do {
                clearFlags();
                lookAtEverything();
            } while (hasControl() || hasMessage() || !tryIdle());
        }

        void lookAtEverything() {
            fetchMessages();
            takeControl();
            takeMessages(10);
        }

        /** What the worker of a process that waits for completions does. */
        void workBlocked() {
            if (!tryTakeTurn()) {
                return;
            }
            beginRunning();
            do {
                clearFlags();
                takeControl();
            } while (hasControl() || !tryBlock());
        }

        private boolean tryTakeTurn() {
            int now = turns.get();
            return now > 0 && turns.compareAndSet(now, now - 1);
        }

        void expectNoRestBesideWork() {
            boolean waits = state() == ProcessState.IDLE ? hasMessage() || hasControl() : hasControl();
            expect(turns.get() > 0 || !waits, "rests beside work: " + state());
            expect(turns.get() <= 1, "scheduled twice");
        }
    }

    private static void messages() {
        Box box = new Box();
        Checkers.together(box::send, box::send, box::work);
        box.expectNoRestBesideWork();
    }

    private static void completions() {
        Box box = new Box();
        Checkers.together(box::send, box::cancel, box::workBlocked);
        box.expectNoRestBesideWork();
    }

    @Test
    @Tag("long")
    void everyMessageWakes() {
        everyInterleaving(LostWakeUpTest::messages);
    }

    @Test
    @Tag("long")
    void everyCompletionWakesABlockedProcess() {
        everyInterleaving(LostWakeUpTest::completions);
    }

    /** The steps of the worker in a row, with the sender between two of them. */
    @Test
    void aMessageBetweenTheLastLookAndTheRestWakes() {
        Box box = takenUp();
        box.lookAtEverything();
        box.send();
        assertThat(box.tryIdle()).isFalse();
    }

    @Test
    void withoutTheFlagItsWakeUpIsLost() {
        Box box = takenUp();
        box.lookAtEverything();
        box.sendWithoutFlag();
        assertThat(box.tryIdle()).isTrue();
        assertThatThrownBy(box::expectNoRestBesideWork).hasMessageContaining("rests beside work");
    }

    @Test
    void clearingTheFlagAfterTheLookLosesItToo() {
        Box box = takenUp();
        box.lookAtEverything();
        box.send();
        box.clearFlags();
        assertThat(box.tryIdle()).isTrue();
        assertThatThrownBy(box::expectNoRestBesideWork).hasMessageContaining("rests beside work");
    }

    private static Box takenUp() {
        Box box = new Box();
        assertThat(box.tryTakeTurn()).isTrue();
        box.beginRunning();
        box.clearFlags();
        return box;
    }
}
