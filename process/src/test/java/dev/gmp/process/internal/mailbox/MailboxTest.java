package dev.gmp.process.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.Event;
import dev.gmp.process.SendResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Capacity, overflow and order of one mailbox, by one thread. */
class MailboxTest {

    private final Mailbox mailbox = new Mailbox() {};

    private SendResult offer(int value, int capacity) {
        return mailbox.offer(new Letter(null, value), capacity);
    }

    private List<Object> take(int most) {
        mailbox.fetchMessages();
        return mailbox.takeMessages(most).stream()
                .map(event -> ((Event.Message) event).data())
                .toList();
    }

    private List<Object> takeAll() {
        List<Object> all = new ArrayList<>();
        while (mailbox.hasMessage()) {
            all.addAll(take(3));
        }
        return all;
    }

    @Test
    void handsOverInOrderAcrossBatches() {
        for (int i = 0; i < 5; i++) {
            offer(i, 100);
        }
        assertThat(take(2)).containsExactly(0, 1);
        offer(5, 100);
        assertThat(mailbox.estimatedDepth()).isEqualTo(4);
        assertThat(takeAll()).containsExactly(2, 3, 4, 5);
        assertThat(mailbox.estimatedDepth()).isZero();
    }

    @Test
    void handsOverOneByOne() {
        assertThat(take(1)).isEmpty();
        assertThat(mailbox.hasControl()).isFalse();
        assertThat(mailbox.offerControl(Notice.of(new Event.Cancel("a")))).isTrue();
        assertThat(mailbox.hasControl()).isTrue();
        for (int i = 0; i < 3; i++) {
            offer(i, 100);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(mailbox.estimatedDepth()).isEqualTo(3 - i);
            assertThat(take(1)).containsExactly(i);
        }
        offer(3, 100);
        assertThat(take(1)).containsExactly(3);
        assertThat(mailbox.hasMessage()).isFalse();
    }

    @Test
    void whatWasTakenAndNotHandedOverCountsAsWaiting() {
        for (int i = 0; i < 4; i++) {
            assertThat(offer(i, 4)).isEqualTo(SendResult.DELIVERED);
        }
        assertThat(offer(4, 4)).isEqualTo(SendResult.FULL);
        take(2);
        assertThat(offer(5, 4)).isEqualTo(SendResult.DELIVERED);
        assertThat(offer(6, 4)).isEqualTo(SendResult.DELIVERED);
        assertThat(offer(7, 4)).isEqualTo(SendResult.FULL);
        assertThat(takeAll()).containsExactly(2, 3, 5, 6);
    }

    @Test
    void dropsTheOldestAndKeepsTheOrderOfTheRest() {
        int dropped = 0;
        for (int i = 0; i < 100; i++) {
            dropped += mailbox.offerDroppingOldest(new Letter(null, i), 10);
            assertThat(mailbox.estimatedDepth()).isBetween(Math.min(i + 1, 10), 20);
            assertThat(dropped == 0).as("at %d", i).isEqualTo(i < 20);
        }
        List<Object> kept = takeAll();

        assertThat(kept).hasSizeBetween(10, 20).hasSize(100 - dropped);
        assertThat(kept)
                .isEqualTo(
                        IntStream.range(dropped, 100).<Object>mapToObj(i -> i).toList());
    }

    @Test
    void aCapacityOfOneKeepsTheNewest() {
        for (int i = 0; i < 7; i++) {
            mailbox.offerDroppingOldest(new Letter(null, i), 1);
        }
        assertThat(takeAll()).endsWith(6).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void controlEventsPassMessagesAndFindRoomWhereNoneIs() {
        assertThat(offer(1, 1)).isEqualTo(SendResult.DELIVERED);
        assertThat(mailbox.offerControl(Notice.of(new Event.Cancel("a")))).isTrue();
        assertThat(mailbox.offerControl(Notice.of(new Event.Cancel("b")))).isTrue();
        Notice first = mailbox.takeControl();

        assertThat(first.event()).isEqualTo(new Event.Cancel("a"));
        assertThat(first.next.event()).isEqualTo(new Event.Cancel("b"));
        assertThat(first.next.next).isNull();
        assertThat(mailbox.takeControl()).isNull();
    }

    @Test
    void aClosedMailboxCountsWhatIsLeftAndTakesNothing() {
        for (int i = 0; i < 5; i++) {
            offer(i, 100);
        }
        take(2);
        offer(5, 100);
        offer(6, 100);

        assertThat(mailbox.close()).isEqualTo(5);
        assertThat(offer(7, 100)).isEqualTo(SendResult.ENDED);
        assertThat(mailbox.offerDroppingOldest(new Letter(null, 8), 2)).isNegative();
        assertThat(mailbox.offerControl(Notice.of(new Event.Cancel("a")))).isFalse();
    }
}
