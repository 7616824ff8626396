package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.typesafe.config.ConfigFactory;
import dev.gmp.process.cluster.internal.wire.Frame;
import java.nio.ByteBuffer;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FrameSerializerTest {

    private static final Frame FRAME = new Frame.Located("order", 7);

    private static ActorSystem system;
    private static Serialization serialization;

    @BeforeAll
    static void start() {
        system = ActorSystem.create(
                "frames", ConfigFactory.parseMap(FrameSerializer.CONFIG).withFallback(ConfigFactory.load()));
        serialization = SerializationExtension.get(system);
    }

    @AfterAll
    static void stop() throws Exception {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().get();
    }

    @Test
    void pekkoWritesEachFrameByIt() throws Exception {
        for (Class<?> kind : Frame.class.getPermittedSubclasses()) {
            assertThat(serialization.serializerFor(kind)).isInstanceOf(FrameSerializer.class);
        }
    }

    @Test
    void aFrameGoesThroughABufferAndThroughAnArray() throws Exception {
        var serializer = serialization.findSerializerFor(FRAME);
        ByteBuffer buffer = ByteBuffer.allocate(100);

        ((ByteBufferSerializer) serializer).toBinary(FRAME, buffer);

        assertThat(((ByteBufferSerializer) serializer).fromBinary(buffer.flip(), ""))
                .isEqualTo(FRAME);
        byte[] bytes = serialization.serialize(FRAME).get();
        assertThat(serialization.deserialize(bytes, serializer.identifier(), "").get())
                .isEqualTo(FRAME);
    }

    @Test
    void bytesThatAreNoFrameAreRefused() throws Exception {
        var serializer = (FrameSerializer) serialization.findSerializerFor(FRAME);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> serializer.fromBinary(new byte[] {9, 1}, ""))
                .withMessageContaining("version 9");
    }
}
