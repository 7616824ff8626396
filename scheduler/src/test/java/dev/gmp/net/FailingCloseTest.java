package dev.gmp.net;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.testkit.Thrown;
import dev.gmp.testkit.Together;
import java.nio.channels.SelectionKey;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.SelectorProvider;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A channel may fail while it is closed, as it is when its reader is interrupted. */
@Timeout(60)
class FailingCloseTest {

    @ParameterizedTest
    @EnumSource
    void theTurnOfWhoFailedGoesToTheNext(Thrown thrown) throws Exception {
        Direction reads = new Direction(new Pollable(new BrokenChannel(thrown)), true);
        Together.join(Together.start(() -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(reads::begin).isInstanceOf(thrown.make().getClass());
        }));
        Together.join(Together.start(() -> {
            reads.begin();
            reads.end();
        }));
    }

    private static final class BrokenChannel extends AbstractSelectableChannel {

        private final Thrown thrown;

        BrokenChannel(Thrown thrown) {
            super(SelectorProvider.provider());
            this.thrown = thrown;
        }

        @Override
        public int validOps() {
            return SelectionKey.OP_READ;
        }

        @Override
        protected void implCloseSelectableChannel() {
            thrown.raise();
        }

        @Override
        protected void implConfigureBlocking(boolean block) {}
    }
}
