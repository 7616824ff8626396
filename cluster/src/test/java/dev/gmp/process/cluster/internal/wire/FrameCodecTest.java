package dev.gmp.process.cluster.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.gmp.process.Pid;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import java.lang.reflect.RecordComponent;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameCodecTest {

    private static final KeyedPid ORDER = new KeyedPid("order", "4711");
    private static final RemotePid REMOTE = new RemotePid("10.0.0.1:7355/-42", Long.MAX_VALUE);

    static List<Frame> frames() {
        return List.of(
                new Frame.ToKey(ORDER, null, body("Placed", 0), 0),
                new Frame.ToKey(ORDER, REMOTE, body("Placed", 300), 3),
                new Frame.ToKey(ORDER, new KeyedPid("basket", "ä€\uD83D\uDE00"), body("Placed", 100_000), 1),
                new Frame.ToNumber(-1, null, body("", 1)),
                new Frame.ToNumber(1L << 62, ORDER, body("Täxt", 127)),
                new Frame.ToNumber(7, REMOTE, body("Shipped", 128)),
                new Frame.Cancel(ORDER, "no longer needed"),
                new Frame.Lost(REMOTE, ORDER, SendResult.FULL),
                new Frame.Lost(ORDER, REMOTE, SendResult.UNREACHABLE),
                new Frame.Located("order", 0),
                new Frame.Located("order", 4095),
                new Frame.NotHere("order", Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @MethodSource("frames")
    void aFrameComesBackAsItWas(Frame frame) {
        byte[] bytes = FrameCodec.write(frame);

        assertEqual(FrameCodec.read(ByteBuffer.wrap(bytes)), frame);
    }

    @ParameterizedTest
    @MethodSource("frames")
    void aFrameComesBackFromTheMiddleOfADirectBuffer(Frame frame) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(200_000);
        buffer.putInt(4711);
        FrameCodec.write(frame, buffer);
        buffer.flip().getInt();

        assertEqual(FrameCodec.read(buffer), frame);
    }

    @Test
    void eachKindOfFrameIsTried() {
        assertThat(frames()).extracting(Object::getClass).contains(Frame.class.getPermittedSubclasses());
    }

    @Test
    void theFormOfVersionOneStays() {
        Frame.Body body = new Frame.Body("Placed", "{}".getBytes(StandardCharsets.UTF_8));

        assertForm(
                "01 01 05 6f72646572 04 34373131 02 03 613a31 0000000000000007 06 506c61636564 02 7b7d 02",
                new Frame.ToKey(ORDER, new RemotePid("a:1", 7), body, 2));
        assertForm("01 02 4000000000000001 00 06 506c61636564 02 7b7d", new Frame.ToNumber((1L << 62) + 1, null, body));
        assertForm("01 03 05 6f72646572 04 34373131 02 c3a421", new Frame.Cancel(ORDER, "ä!"));
        assertForm(
                "01 04 01 05 6f72646572 04 34373131 02 00 0000000000000001 04 46554c4c",
                new Frame.Lost(ORDER, new RemotePid("", 1), SendResult.FULL));
        assertForm("01 05 05 6f72646572 ff1f", new Frame.Located("order", 4095));
        assertForm("01 06 05 6f72646572 3f", new Frame.NotHere("order", 63));
    }

    @Test
    void eachTextComesBackAsItWas() {
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            String text = randomText(random);

            Frame frame = new Frame.Cancel(ORDER, text);

            assertThat(FrameCodec.read(ByteBuffer.wrap(FrameCodec.write(frame))))
                    .isEqualTo(frame);
        }
    }

    @ParameterizedTest
    @MethodSource("frames")
    void aCutFrameIsRefused(Frame frame) {
        byte[] bytes = FrameCodec.write(frame);

        for (int length = 0; length < bytes.length; length += 1 + length / 100) {
            ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length);
            assertThatIllegalArgumentException().isThrownBy(() -> FrameCodec.read(cut));
        }
    }

    @ParameterizedTest
    @MethodSource("frames")
    void aFrameWithMoreBehindItIsRefused(Frame frame) {
        byte[] bytes = FrameCodec.write(frame);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrameCodec.read(ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 1))))
                .withMessageContaining("1 too many");
    }

    @Test
    void unknownVersionsAndKindsAreNamed() {
        assertRefused("02 05", "version 2; this node reads version 1");
        assertRefused("01 07", "unknown kind 7");
        assertRefused("01 00", "unknown kind 0");
        assertRefused("", "0 bytes ends too early");
        assertRefused("01 02 0000000000000001 03", "unknown kind 3");
        assertRefused("01 04 00", "without an address");
        assertRefused("01 04 0101610162 0101610162 03414243", "ABC");
        assertRefused("01 05 01 80", "not in the form of UTF-8");
        assertRefused("01 05 01 c341", "not in the form of UTF-8");
    }

    @Test
    void aLengthBeyondTheFrameTakesNoMemory() {
        assertRefused("01 05 ffffffff07", "length 2147483647, and 0 bytes are left");
        assertRefused("01 05 ffffffff0f", "too large");
        assertRefused("01 05 ffffffffff01", "too large");
    }

    @Test
    void randomBytesGiveAFrameOrAClearException() {
        Random random = new Random(4711);
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            if (bytes.length > 1 && random.nextBoolean()) {
                bytes[0] = FrameCodec.VERSION;
                bytes[1] = (byte) (1 + random.nextInt(6));
            }
            assertReadOrRefused(bytes);
        }
    }

    @Test
    void damagedFramesGiveAFrameOrAClearException() {
        Random random = new Random(4712);
        List<byte[]> whole = frames().stream()
                .map(FrameCodec::write)
                .filter(f -> f.length < 1000)
                .toList();
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = whole.get(random.nextInt(whole.size())).clone();
            for (int damage = 0; damage <= random.nextInt(3); damage++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            assertReadOrRefused(random.nextInt(4) > 0 ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length + 8)));
        }
    }

    @Test
    void whatIsReadFromDamagedBytesCanBeWrittenAgain() {
        Random random = new Random(4713);
        byte[] whole = FrameCodec.write(new Frame.ToKey(ORDER, REMOTE, body("Placed", 9), 1));
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = whole.clone();
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            Frame frame;
            try {
                frame = FrameCodec.read(ByteBuffer.wrap(bytes));
            } catch (IllegalArgumentException e) {
                continue;
            }
            assertEqual(FrameCodec.read(ByteBuffer.wrap(FrameCodec.write(frame))), frame);
        }
    }

    @Test
    void whatCannotBeReadIsNotWritten() {
        Pid local = () -> 7;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrameCodec.write(new Frame.ToNumber(1, local, body("Placed", 1))))
                .withMessageContaining("only this node knows");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrameCodec.write(new Frame.Located("order", -1)))
                .withMessageContaining("-1");
    }

    @Test
    void aBufferThatIsTooSmallIsAnOverflow() {
        assertThatThrownBy(() ->
                        FrameCodec.write(new Frame.ToNumber(1, null, body("Placed", 100)), ByteBuffer.allocate(100)))
                .isInstanceOf(BufferOverflowException.class);
    }

    private static void assertReadOrRefused(byte[] bytes) {
        try {
            FrameCodec.read(ByteBuffer.wrap(bytes));
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).+");
        } catch (Throwable e) {
            fail(HexFormat.of().formatHex(bytes), e);
        }
    }

    private static void assertRefused(String hex, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrameCodec.read(ByteBuffer.wrap(bytes(hex))))
                .withMessageContaining(message);
    }

    private static void assertForm(String hex, Frame frame) {
        assertThat(FrameCodec.write(frame)).isEqualTo(bytes(hex));
    }

    private static void assertEqual(Frame read, Frame written) {
        assertThat(read).isInstanceOf(written.getClass());
        assertThat(parts(read)).isEqualTo(parts(written));
    }

    /** The components, of which bodies are compared by their bytes. */
    private static List<@Nullable Object> parts(Frame frame) {
        List<@Nullable Object> parts = new ArrayList<>();
        for (RecordComponent component : frame.getClass().getRecordComponents()) {
            try {
                Object part = component.getAccessor().invoke(frame);
                parts.add(
                        part instanceof Frame.Body body ? Map.entry(body.name(), ByteBuffer.wrap(body.bytes())) : part);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(component.toString(), e);
            }
        }
        return parts;
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private static Frame.Body body(String name, int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return new Frame.Body(name, bytes);
    }

    private static String randomText(Random random) {
        char[] chars = new char[random.nextInt(20)];
        int bits = 1 + random.nextInt(16);
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) random.nextInt(1 << bits);
        }
        return new String(chars);
    }
}
