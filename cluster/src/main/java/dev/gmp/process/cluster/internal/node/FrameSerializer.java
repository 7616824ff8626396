package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.FrameCodec;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * Writes a {@link Frame} into Pekko's buffers by {@link FrameCodec}. Pekko makes one from {@link #CONFIG}, which belongs into
 * the configuration of each actor system of a node. Frames must be sent as they are, not within another message, which Pekko
 * would write as an array first.
 *
 * <p>A frame that cannot be read is dropped by Pekko, with a warning that has the reason; the connection stays. A frame that is
 * longer than {@code pekko.remote.artery.advanced.maximum-frame-size} is dropped at the sender, with an error in the log: that
 * size must be {@link #LARGEST_HEADER} more than the largest message.
 */
public final class FrameSerializer extends SerializerWithStringManifest implements ByteBufferSerializer {

    /** Settings of Pekko, as paths and values, that have frames written by this class. */
    static final Map<String, Object> CONFIG = Map.of(
            "pekko.actor.serializers.gmp-frame",
            FrameSerializer.class.getName(),
            "pekko.actor.serialization-bindings.\"" + Frame.class.getName() + "\"",
            "gmp-frame");

    /**
     * An upper limit of the bytes that a frame has besides its message's: Pekko's own header, two addresses with keys of the
     * largest length, and the names of the type, the nodes and the message's class.
     */
    static final int LARGEST_HEADER = 16 * 1024;

    /** Pekko keeps 0 to 40 for itself, and libraries share the rest. */
    private static final int IDENTIFIER = 7_355_001;

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    /** Always empty: the frame says what it is. */
    @Override
    public String manifest(Object frame) {
        return "";
    }

    @Override
    public byte[] toBinary(Object frame) {
        return FrameCodec.write((Frame) frame);
    }

    @Override
    public void toBinary(Object frame, ByteBuffer buffer) {
        FrameCodec.write((Frame) frame, buffer);
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        return FrameCodec.read(ByteBuffer.wrap(bytes));
    }

    @Override
    public Object fromBinary(ByteBuffer buffer, String manifest) {
        return FrameCodec.read(buffer);
    }
}
