package dev.gmp.process.cluster.internal.wire;

import dev.gmp.process.Pid;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The binary form of a {@link Frame}: a byte with the version, a byte with the kind, then the fields in the order of the
 * record's components. {@link Binary} says how a text and a number are written. A change of this form is a new version.
 *
 * <p>A number that was written once keeps its meaning: kinds and versions are never used again for another.
 */
public final class FrameCodec {

    /** The version that this node writes, and the only one that it reads. */
    public static final byte VERSION = 1;

    private static final byte TO_KEY = 1;
    private static final byte TO_NUMBER = 2;
    private static final byte CANCEL = 3;
    private static final byte LOST = 4;
    private static final byte LOCATED = 5;
    private static final byte NOT_HERE = 6;

    private static final byte NO_PID = 0;
    private static final byte KEYED_PID = 1;
    private static final byte REMOTE_PID = 2;

    private FrameCodec() {}

    /**
     * Writes a frame.
     *
     * @throws BufferOverflowException if it is longer than what is left of the buffer
     * @throws IllegalArgumentException if an address in it is valid on this node only
     */
    public static void write(Frame frame, ByteBuffer buffer) {
        if (frame instanceof Frame.ToKey f) {
            begin(TO_KEY, buffer);
            writeKeyedPid(f.to(), buffer);
            writePid(f.sender(), buffer);
            writeBody(f.body(), buffer);
            Binary.writeNumber(f.hops(), buffer);
        } else if (frame instanceof Frame.ToNumber f) {
            begin(TO_NUMBER, buffer);
            buffer.putLong(f.number());
            writePid(f.sender(), buffer);
            writeBody(f.body(), buffer);
        } else if (frame instanceof Frame.Cancel f) {
            begin(CANCEL, buffer);
            writeKeyedPid(f.to(), buffer);
            Binary.writeText(f.reason(), buffer);
        } else if (frame instanceof Frame.Lost f) {
            begin(LOST, buffer);
            writePid(f.sender(), buffer);
            writePid(f.to(), buffer);
            Binary.writeText(f.reason().name(), buffer);
        } else if (frame instanceof Frame.Located f) {
            begin(LOCATED, buffer);
            Binary.writeText(f.type(), buffer);
            Binary.writeNumber(f.shard(), buffer);
        } else if (frame instanceof Frame.NotHere f) {
            begin(NOT_HERE, buffer);
            Binary.writeText(f.type(), buffer);
            Binary.writeNumber(f.shard(), buffer);
        } else {
            throw new IllegalArgumentException("A frame without a binary form: " + frame);
        }
    }

    /** As {@link #write(Frame, ByteBuffer)}, into an array of the right length. Slower: it tries larger and larger buffers. */
    public static byte[] write(Frame frame) {
        for (int size = 512; ; size *= 2) {
            ByteBuffer buffer = ByteBuffer.allocate(size);
            try {
                write(frame, buffer);
                return Arrays.copyOf(buffer.array(), buffer.position());
            } catch (BufferOverflowException e) {
                // The next is larger.
            }
        }
    }

    /**
     * Reads the frame that the rest of the buffer holds.
     *
     * @throws IllegalArgumentException if the rest is anything else than one whole frame of a known version and kind
     */
    public static Frame read(ByteBuffer buffer) {
        int length = buffer.remaining();
        try {
            Frame frame = readFrame(buffer);
            if (buffer.hasRemaining()) {
                throw new IllegalArgumentException("A frame of %d bytes has %d too many: %s"
                        .formatted(length, buffer.remaining(), frame.getClass().getSimpleName()));
            }
            return frame;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("A frame of %d bytes ends too early".formatted(length), e);
        }
    }

    private static Frame readFrame(ByteBuffer buffer) {
        byte version = buffer.get();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "A frame of version %d; this node reads version %d: do all nodes run the same release?"
                            .formatted(version, VERSION));
        }
        byte kind = buffer.get();
        return switch (kind) {
            case TO_KEY ->
                new Frame.ToKey(
                        readKeyedPid(buffer), readOptionalPid(buffer), readBody(buffer), Binary.readNumber(buffer));
            case TO_NUMBER -> new Frame.ToNumber(buffer.getLong(), readOptionalPid(buffer), readBody(buffer));
            case CANCEL -> new Frame.Cancel(readKeyedPid(buffer), Binary.readText(buffer));
            case LOST -> new Frame.Lost(readPid(buffer), readPid(buffer), SendResult.valueOf(Binary.readText(buffer)));
            case LOCATED -> new Frame.Located(Binary.readText(buffer), Binary.readNumber(buffer));
            case NOT_HERE -> new Frame.NotHere(Binary.readText(buffer), Binary.readNumber(buffer));
            default -> throw new IllegalArgumentException("A frame of the unknown kind " + kind);
        };
    }

    private static void begin(byte kind, ByteBuffer buffer) {
        buffer.put(VERSION).put(kind);
    }

    private static void writeBody(Frame.Body body, ByteBuffer buffer) {
        Binary.writeText(body.name(), buffer);
        Binary.writeNumber(body.bytes().length, buffer);
        buffer.put(body.bytes());
    }

    private static Frame.Body readBody(ByteBuffer buffer) {
        String name = Binary.readText(buffer);
        byte[] bytes = new byte[Binary.readLength(buffer)];
        buffer.get(bytes);
        return new Frame.Body(name, bytes);
    }

    private static void writePid(@Nullable Pid pid, ByteBuffer buffer) {
        if (pid == null) {
            buffer.put(NO_PID);
        } else if (pid instanceof KeyedPid keyed) {
            buffer.put(KEYED_PID);
            writeKeyedPid(keyed, buffer);
        } else if (pid instanceof RemotePid remote) {
            buffer.put(REMOTE_PID);
            Binary.writeText(remote.node(), buffer);
            buffer.putLong(remote.number());
        } else {
            throw new IllegalArgumentException("An address that only this node knows: " + pid);
        }
    }

    private static @Nullable Pid readOptionalPid(ByteBuffer buffer) {
        byte kind = buffer.get();
        return switch (kind) {
            case NO_PID -> null;
            case KEYED_PID -> readKeyedPid(buffer);
            case REMOTE_PID -> new RemotePid(Binary.readText(buffer), buffer.getLong());
            default -> throw new IllegalArgumentException("An address of the unknown kind " + kind + " in a frame");
        };
    }

    private static Pid readPid(ByteBuffer buffer) {
        Pid pid = readOptionalPid(buffer);
        if (pid == null) {
            throw new IllegalArgumentException("A frame without an address that it needs");
        }
        return pid;
    }

    private static void writeKeyedPid(KeyedPid pid, ByteBuffer buffer) {
        Binary.writeText(pid.type(), buffer);
        Binary.writeText(pid.key(), buffer);
    }

    private static KeyedPid readKeyedPid(ByteBuffer buffer) {
        return new KeyedPid(Binary.readText(buffer), Binary.readText(buffer));
    }
}
