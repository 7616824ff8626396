package dev.gmp.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.netpoll.PollDescriptor;
import dev.gmp.internal.netpoll.PollSlot;
import dev.gmp.testkit.Thrown;
import dev.gmp.testkit.Together;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.SelectorProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A channel may fail while it is closed, as it is when its reader is interrupted. */
class FailingCloseTest {

    @ParameterizedTest
    @EnumSource
    void theTurnOfAFailedWaiterGoesToTheNext(Thrown thrown) throws Exception {
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

    @ParameterizedTest
    @EnumSource
    void waitersAreToldAllTheSame(Thrown thrown) throws Exception {
        Netpoll netpoll = new Netpoll();
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        PollDescriptor descriptor = netpoll.open(pipe.source());
        PollSlot reads = descriptor.reads();
        Pollable pollable = new Pollable(new BrokenChannel(thrown));
        register(pollable, netpoll, descriptor);
        assertThat(reads.tryWait(Thread.currentThread(), SelectionKey.OP_READ)).isTrue();

        assertThatThrownBy(pollable::close).isInstanceOf(thrown.make().getClass());
        assertThat(reads.isWaiting()).isFalse();
        netpoll.close();
        pipe.source().close();
        pipe.sink().close();
    }

    /** No selector takes a channel of our own; it waits by another one's descriptor. */
    private static void register(Pollable pollable, Netpoll netpoll, PollDescriptor descriptor) throws Exception {
        MachineVerbs scheduler = (MachineVerbs) Proxy.newProxyInstance(
                MachineVerbs.class.getClassLoader(),
                new Class<?>[] {MachineVerbs.class},
                (proxy, method, arguments) -> method.getName().equals("netpoll") ? netpoll : null);
        Field registration = Pollable.class.getDeclaredField("registration");
        registration.setAccessible(true);
        registration.set(pollable, new Pollable.Registration(scheduler, descriptor));
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
