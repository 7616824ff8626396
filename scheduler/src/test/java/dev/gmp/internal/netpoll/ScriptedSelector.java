package dev.gmp.internal.netpoll;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A selector that finds every channel ready in which there is an interest, in the order of registration, and fails where a
 * test says so: as the JDK's do, after a key has changed and before the selector has taken notice.
 */
final class ScriptedSelector extends AbstractSelector {

    private final List<Key> keys = new ArrayList<>();

    /** What is called before each key is reported, and after the last. */
    private Consumer<Integer> beforeReport = number -> {};

    /** What is called when a key has changed. */
    private Runnable afterChange = () -> {};

    ScriptedSelector() {
        this(new Provider());
    }

    private ScriptedSelector(Provider provider) {
        super(provider);
        provider.selector = this;
    }

    void beforeReport(Consumer<Integer> action) {
        beforeReport = action;
    }

    void afterChange(Runnable action) {
        afterChange = action;
    }

    int interest(int number) {
        return keys.get(number).interest;
    }

    void attach(int number, Object attachment) {
        keys.get(number).attach(attachment);
    }

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int operations, Object attachment) {
        Key key = new Key(channel);
        key.interest = operations;
        key.attach(attachment);
        keys.add(key);
        return key;
    }

    @Override
    public int selectNow(Consumer<SelectionKey> action) {
        for (int number = 0; number < keys.size(); number++) {
            beforeReport.accept(number);
            if (keys.get(number).interest != 0) {
                action.accept(keys.get(number));
            }
        }
        beforeReport.accept(keys.size());
        return keys.size();
    }

    @Override
    public int select(Consumer<SelectionKey> action, long timeout) {
        return selectNow(action);
    }

    @Override
    public Set<SelectionKey> keys() {
        return Set.copyOf(keys);
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int selectNow() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int select(long timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int select() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Selector wakeup() {
        return this;
    }

    @Override
    protected void implCloseSelector() {}

    private final class Key extends AbstractSelectionKey {

        private final AbstractSelectableChannel channel;
        private volatile int interest;

        Key(AbstractSelectableChannel channel) {
            this.channel = channel;
        }

        @Override
        public AbstractSelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            return ScriptedSelector.this;
        }

        @Override
        public int interestOps() {
            return interest;
        }

        @Override
        public SelectionKey interestOps(int operations) {
            if (interest != operations) {
                interest = operations;
                afterChange.run();
            }
            return this;
        }

        @Override
        public int readyOps() {
            return interest;
        }
    }

    private static final class Provider extends SelectorProvider {

        private ScriptedSelector selector;

        @Override
        public AbstractSelector openSelector() {
            return selector;
        }

        @Override
        public DatagramChannel openDatagramChannel() {
            throw new UnsupportedOperationException();
        }

        @Override
        public DatagramChannel openDatagramChannel(ProtocolFamily family) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Pipe openPipe() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ServerSocketChannel openServerSocketChannel() throws IOException {
            throw new UnsupportedOperationException();
        }

        @Override
        public SocketChannel openSocketChannel() {
            throw new UnsupportedOperationException();
        }
    }
}
