package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class GateTest {

    private final KeyedMessage first = message("first");
    private final KeyedMessage second = message("second");
    private final List<KeyedMessage> delivered = new ArrayList<>();

    private static KeyedMessage message(String content) {
        return KeyedMessage.of(new KeyedPid("counted", "a"), null, content);
    }

    /** Messages that come back while one is under way stand before it. */
    @Test
    void whatIsUnderWayIsNotRemovedWhereverItStands() {
        KeyedMessage back = message("back");
        List<KeyedMessage> removed = new ArrayList<>();
        Doors gate = new Doors();
        gate.onDeliver = message -> {
            synchronized (gate) {
                gate.addFirst(List.of(back));
                removed.addAll(gate.removeAll());
            }
            return SendResult.DELIVERED;
        };
        gate.sendBoth();

        assertThat(delivered).containsExactly(first);
        assertThat(removed).containsExactly(back, second);
        assertThat(gate.room().taken()).isZero();
    }

    @Test
    void aLossThatCannotBeToldKeepsNoMessageBack() {
        Doors gate = new Doors();
        gate.onDeliver = message -> message == first ? SendResult.FULL : SendResult.DELIVERED;
        gate.sendBoth();

        assertThat(delivered).containsExactly(first, second);
        assertThat(gate.open()).isEqualTo("target");
    }

    private final class Doors extends Gate<String> {

        private final Room room = new Room(10);
        Function<KeyedMessage, SendResult> onDeliver = message -> SendResult.DELIVERED;

        void sendBoth() {
            synchronized (this) {
                for (KeyedMessage each : List.of(first, second)) {
                    room.take();
                    add(each);
                }
                assertThat(lead("target")).isTrue();
            }
            sendWaiting();
        }

        @Override
        SendResult deliver(String to, KeyedMessage message) {
            delivered.add(message);
            return onDeliver.apply(message);
        }

        @Override
        void lost(KeyedMessage message, SendResult reason) {
            throw new IllegalStateException("not today");
        }

        @Override
        void hasStopped() {}

        @Override
        Warnings warnings() {
            return new Warnings();
        }

        @Override
        Room room() {
            return room;
        }
    }
}
