package dev.gmp.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.awaitility.Awaitility.await;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** One case of several happens, with its action. */
class SelectTest extends ChannelTest {

    private final Channel<Integer> numbers = Channel.buffered(4);
    private final Channel<String> words = Channel.unbuffered();
    private final List<Object> happened = new ArrayList<>();

    private SelectBuilder both() {
        return Select.builder().receive(numbers, happened::add).receive(words, happened::add);
    }

    @Test
    void aCaseThatIsReadyHappensAtOnce() throws Exception {
        numbers.send(1);
        Select select = both().build();

        assertThat(select.run()).isTrue();
        assertThat(happened).containsExactly(1);
        assertThat(numbers.size()).isZero();
    }

    @Test
    void itWaitsForTheFirstCaseThatCanHappen() throws Exception {
        Select select = both().build();
        for (int i = 0; i < 3; i++) {
            Running running = go(select::run).awaitSelect();
            words.send("a");
            running.get();
            running = go(select::run).awaitSelect();
            numbers.send(i);
            running.get();
        }

        assertThat(happened).containsExactly("a", 0, "a", 1, "a", 2);
        assertThat(words.trySend("to none")).isFalse();
    }

    @Test
    void aCaseMaySend() throws Exception {
        AtomicInteger next = new AtomicInteger();
        Select select = Select.builder()
                .send(words, () -> "word " + next.incrementAndGet(), () -> happened.add("sent"))
                .receive(numbers, happened::add)
                .build();
        Running first = go(select::run).awaitSelect();
        assertThat(words.receive()).isEqualTo("word 1");
        first.get();
        Running receiver = call(words::receive).awaitReceive();
        select.run();
        assertThat(receiver.get()).isEqualTo("word 2");
        numbers.send(7);
        select.run();

        assertThat(happened).containsExactly("sent", "sent", 7);
        assertThat(words.tryReceive()).isEmpty();
    }

    @Test
    void theDefaultCaseHappensWhenNoneCan() throws Exception {
        Select select = both().otherwise(() -> happened.add("none")).build();
        select.run();
        numbers.send(1);
        select.run();
        select.run();

        assertThat(happened).containsExactly("none", 1, "none");
        assertThat(words.trySend("to none")).isFalse();
    }

    @Test
    void theTimeoutHappensWhenNoneHas() throws Exception {
        Select select =
                both().timeout(Duration.ofMillis(1), () -> happened.add("late")).build();
        go(select::run).get();
        numbers.send(1);
        go(select::run).get();
        go(select::run).get();

        assertThat(happened).containsExactly("late", 1, "late");
        assertThat(words.trySend("to none")).isFalse();
    }

    @Test
    void aCaseThatComesInTimeHappens() throws Exception {
        Select select =
                both().timeout(Duration.ofDays(1), () -> happened.add("late")).build();
        Running running = go(select::run).awaitSelect();
        words.send("a");
        running.get();

        assertThat(happened).containsExactly("a");
    }

    @Test
    void channelsThatAreClosedDropOutAndWithTheLastOneItEnds() throws Exception {
        Select select = Select.builder()
                .receive(numbers, happened::add)
                .receive(words, happened::add, () -> happened.add("no more words"))
                .build();
        Running all = go(() -> {
            while (select.run()) {
                happened.add("|");
            }
        });
        all.awaitSelect();
        words.close();
        all.awaitSelect();
        for (int i = 0; i < 3; i++) {
            numbers.send(i);
        }
        numbers.close();
        all.get();

        assertThat(happened).containsExactly("no more words", "|", 0, "|", 1, "|", 2, "|", "|");
        assertThat(select.run()).isFalse();
    }

    @Test
    void withoutAnOpenChannelNeitherDefaultNorTimeoutHappens() throws Exception {
        numbers.close();
        Select select = Select.builder()
                .receive(numbers, happened::add)
                .otherwise(() -> happened.add("none"))
                .build();
        assertThat(select.run()).isTrue();
        assertThat(select.run()).isFalse();

        assertThat(happened).isEmpty();
    }

    @Test
    void sendingOnAClosedChannelIsRefused() throws Exception {
        Exception cause = new Exception("over");
        Select select = Select.builder()
                .send(words, () -> "a")
                .receive(numbers, happened::add)
                .build();
        Running waiting = go(select::run).awaitSelect();
        words.close(cause);

        assertThatExceptionOfType(ChannelClosedException.class)
                .isThrownBy(waiting::get)
                .withCause(cause);
        assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(select::run);
    }

    /** Go: a nil channel, which never happens. */
    @Test
    void aCaseWhoseConditionDoesNotHoldTakesNoPart() throws Exception {
        AtomicBoolean wanted = new AtomicBoolean();
        AtomicInteger asked = new AtomicInteger();
        Select select = Select.builder()
                .receive(numbers, happened::add)
                .when(wanted::get)
                .send(words, () -> "word " + asked.incrementAndGet())
                .when(wanted::get)
                .otherwise(() -> happened.add("none"))
                .build();
        numbers.send(1);
        select.run();
        assertThat(asked).hasValue(0);
        wanted.set(true);
        select.run();

        assertThat(happened).containsExactly("none", 1);
        assertThat(asked).hasValue(1);
    }

    @Test
    void waitingForNothingForEverIsRefused() {
        Select select = Select.builder()
                .receive(numbers, happened::add)
                .when(() -> false)
                .build();

        assertThatIllegalStateException().isThrownBy(select::run);
    }

    @Test
    void anInterruptEndsItAndNoCaseHasHappened() throws Exception {
        Select select = both().send(words, () -> "a").build();
        Running running = go(select::run).awaitSelect();
        running.interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(running::get);

        assertThat(words.tryReceive()).isEmpty();
        assertThat(words.trySend("to none")).isFalse();
        numbers.send(1);
        go(select::run).get();
        assertThat(happened).containsExactly(1);
    }

    @Test
    void whatAnActionThrowsComesOutAndTheValueHasBeenReceived() throws Exception {
        Select select = Select.builder()
                .receive(numbers, number -> {
                    throw new InterruptedException("planned");
                })
                .build();
        numbers.send(1);

        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(select::run)
                .withMessage("planned");
        assertThat(numbers.size()).isZero();
    }

    @Test
    void anActionMayRunItAgain() throws Exception {
        Select[] select = new Select[1];
        select[0] = Select.builder()
                .receive(numbers, number -> {
                    if (number > 0) {
                        select[0].run();
                    }
                    happened.add(number);
                })
                .build();
        numbers.send(2);
        numbers.send(1);
        numbers.send(0);
        select[0].run();

        assertThat(happened).containsExactly(0, 1, 2);
    }

    @Test
    void itIsBuiltOfCasesAndOneEnd() {
        assertThatIllegalStateException().isThrownBy(Select.builder().otherwise(() -> {})::build);
        assertThatIllegalStateException().isThrownBy(() -> Select.builder().when(() -> true));
        assertThatIllegalStateException()
                .isThrownBy(() -> both().when(() -> true).when(() -> true));
        assertThatIllegalStateException()
                .isThrownBy(() -> both().otherwise(() -> {}).timeout(Duration.ZERO, () -> {}));
        assertThatNullPointerException()
                .isThrownBy(() -> Select.builder().receive((Channel<Object>) null, value -> {}));
        Select nothing = Select.builder().send(numbers, () -> null).build();
        assertThatNullPointerException().isThrownBy(nothing::run);
    }

    @Test
    void afterARunItKeepsNoValueThatWasToBeSent() throws Exception {
        Channel<Object> out = Channel.unbuffered();
        List<WeakReference<Object>> offered = new ArrayList<>();
        Supplier<Object> value = () -> {
            Object fresh = new Object();
            offered.add(new WeakReference<>(fresh));
            return fresh;
        };
        Select select = Select.builder()
                .send(out, value)
                .send(words, () -> "a word")
                .otherwise(() -> happened.add("none"))
                .build();
        select.run();
        Select waiting = Select.builder()
                .send(out, value)
                .timeout(Duration.ofMillis(1), () -> {})
                .build();
        waiting.run();

        assertThat(offered)
                .hasSize(2)
                .allSatisfy(reference -> await().until(() -> {
                    System.gc();
                    return reference.get() == null;
                }));
        Reference.reachabilityFence(select);
        Reference.reachabilityFence(waiting);
    }
}
