package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.cluster.MessageCodec;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** For nodes in one JVM: a written message is the number of the object. */
final class HandleCodec implements MessageCodec {

    /** A message that cannot be written. */
    record Unwritable() {}

    /** A message with which the codec fails as no codec should: when it is written, or when it is read. */
    record Breaking(boolean whenWritten) {}

    /** A message that can be written, and not read. */
    record Unreadable() {}

    private static final Map<Long, Object> WRITTEN = new ConcurrentHashMap<>();
    private static final AtomicLong NEXT = new AtomicLong();

    @Override
    public String nameOf(Class<?> type) {
        if (type == Unwritable.class) {
            throw new IllegalArgumentException(type + " is not registered");
        }
        return type.getName();
    }

    @Override
    public byte[] write(Object message) {
        if (message instanceof Breaking breaking && breaking.whenWritten()) {
            throw new StackOverflowError("written");
        }
        long number = NEXT.incrementAndGet();
        WRITTEN.put(number, message);
        return ByteBuffer.allocate(8).putLong(number).array();
    }

    @Override
    public Object read(String name, byte[] bytes) {
        Object message = WRITTEN.get(ByteBuffer.wrap(bytes).getLong());
        if (message instanceof Breaking) {
            throw new StackOverflowError("read");
        }
        if (message == null
                || message instanceof Unreadable
                || !message.getClass().getName().equals(name)) {
            throw new IllegalArgumentException(name + " cannot be read");
        }
        return message;
    }
}
