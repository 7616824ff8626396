package dev.gmp.process.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gmp.config.InvalidSettingException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

class JacksonMessageCodecTest {

    record Placed(String article, int pieces) {}

    record Wide(
            UUID id,
            Instant at,
            Duration pause,
            BigDecimal price,
            Optional<String> note,
            byte[] bytes,
            Map<String, List<Placed>> parts) {}

    sealed interface Event permits Shipped, Returned, Nothing {}

    record Shipped(String to) implements Event {}

    static final class Returned implements Event {
        public String why = "";
    }

    enum Nothing implements Event {
        NOTHING
    }

    record Log(List<Event> events, Event last) {}

    enum Colour {
        RED {
            @Override
            int value() {
                return 1;
            }
        },
        GREEN;

        int value() {
            return 2;
        }
    }

    record Strict(int positive) {
        Strict {
            if (positive < 1) {
                throw new IllegalStateException("not positive: " + positive);
            }
        }
    }

    interface Open {}

    abstract static class Abstract {}

    record Loose(@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object any) {}

    record Typed(Object any) {}

    static Stream<JacksonMessageCodec.Builder> formats() {
        return Stream.of(
                JacksonMessageCodec.builder(), JacksonMessageCodec.builder().cbor());
    }

    private static JacksonMessageCodec codec(JacksonMessageCodec.Builder builder) {
        return builder.messages(Placed.class, Wide.class, Event.class, Log.class, Colour.class, Strict.class)
                .build();
    }

    private static Object through(MessageCodec codec, Object message) {
        return codec.read(codec.nameOf(message.getClass()), codec.write(message));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void registeredMessagesComeBackAsTheyWere(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec = codec(format);

        for (Object message : List.of(
                "text \uD83D\uDE00",
                42,
                Long.MAX_VALUE,
                1.5,
                true,
                new Placed("pen", 3),
                new Shipped("Kiel"),
                Nothing.NOTHING,
                Colour.RED,
                Colour.GREEN,
                new Log(List.of(new Shipped("Kiel"), Nothing.NOTHING), new Shipped("Bonn")))) {
            assertThat(through(codec, message)).isEqualTo(message).hasSameClassAs(message);
        }
        Wide wide = new Wide(
                UUID.randomUUID(),
                Instant.now(),
                Duration.ofMillis(1),
                new BigDecimal("1.10"),
                Optional.of("x"),
                new byte[] {1, -1},
                Map.of("a", List.of(new Placed("pen", 1))));
        assertThat(through(codec, wide)).usingRecursiveComparison().isEqualTo(wide);
        assertThat(through(codec, new Returned())).isInstanceOf(Returned.class);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aListKeepsTheClassOfEachElement(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec = codec(format);

        for (List<?> list : List.of(
                List.of(),
                List.of(1, 1L, "1", new Placed("pen", 1), Nothing.NOTHING),
                new ArrayList<>(List.of(List.of(1L), Arrays.asList("a", 2))))) {
            assertThat(through(codec, list)).isEqualTo(list);
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void anExceptionTravelsAsText(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec = codec(format);

        RemoteFailureException read = (RemoteFailureException) through(codec, new IllegalStateException("sold out"));

        assertThat(read)
                .hasMessage("A process of another node answered with java.lang.IllegalStateException: sold out");
        assertThat(through(codec, read)).hasToString(read.toString());
        assertThat((RemoteFailureException) through(codec, new Error()))
                .returns("java.lang.Error", RemoteFailureException::className)
                .returns("", RemoteFailureException::text);
        assertThat(((List<?>) through(codec, List.of(new Error("x")))).get(0))
                .isInstanceOf(RemoteFailureException.class);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void namesAreFullClassNamesUnlessTheyAreGiven(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec = format.message("shipped", Shipped.class)
                .messages(Event.class, Placed.class)
                .build();

        assertThat(codec.nameOf(Placed.class)).isEqualTo("dev.gmp.process.cluster.JacksonMessageCodecTest$Placed");
        assertThat(codec.nameOf(Shipped.class)).isEqualTo("shipped");
        assertThat(codec.nameOf(List.of().getClass())).isEqualTo("List");
    }

    @Test
    void twoClassesCannotHaveOneName() {
        JacksonMessageCodec.Builder builder = JacksonMessageCodec.builder().message("m", Placed.class);

        builder.message("m", Placed.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.message("m", Shipped.class))
                .withMessageContainingAll("'m'", Placed.class.getName(), Shipped.class.getName());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.message("n", Placed.class))
                .withMessageContainingAll("'m'", "'n'", Placed.class.getName());
        assertThatIllegalArgumentException().isThrownBy(() -> builder.message("String", Shipped.class));
    }

    @Test
    void whatCannotBeMadeFromItsContentIsNotRegistered() {
        record Local(int a) {}
        for (Class<?> type :
                List.of(Open.class, Abstract.class, int.class, int[].class, new Object() {}.getClass(), Error.class)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JacksonMessageCodec.builder().messages(type))
                    .withMessageContaining(type.getName());
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JacksonMessageCodec.builder().messages(Local.class))
                .withMessageContaining("a class of its own");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JacksonMessageCodec.builder().message(" ", Placed.class));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JacksonMessageCodec.builder().message("x".repeat(257), Placed.class));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void anUnregisteredClassIsRefusedWithTheWayToRegisterIt(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec = codec(format);

        for (Object message : List.of(new StringBuilder(), List.of(1, List.of(new StringBuilder())))) {
            assertThatThrownBy(() -> codec.write(message))
                    .isInstanceOf(UnregisteredMessageException.class)
                    .hasMessageContainingAll("java.lang.StringBuilder", "messages(...)", "gmp.cluster.messages");
        }
        assertThatThrownBy(() -> codec.nameOf(StringBuilder.class)).isInstanceOf(UnregisteredMessageException.class);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void unknownNamesAreRefusedAlsoThoseOfExistingClasses(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec = codec(format);
        byte[] placed = codec.write(new Placed("pen", 1));

        for (String name : List.of("", "Placed", "java.lang.StringBuilder", Open.class.getName())) {
            assertThatThrownBy(() -> codec.read(name, placed))
                    .isInstanceOf(UnregisteredMessageException.class)
                    .hasMessageContaining("'" + name + "'");
        }
    }

    @Test
    void anUnknownNameInAListIsRefused() {
        byte[] list = "[\"java.lang.StringBuilder\",{}]".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> codec(JacksonMessageCodec.builder()).read("List", list))
                .isInstanceOf(UnregisteredMessageException.class)
                .hasMessageContaining("java.lang.StringBuilder");
    }

    @Test
    void unreadableBytesAreRefused() {
        JacksonMessageCodec codec = codec(JacksonMessageCodec.builder());

        for (String json : List.of("", "null", "{", "[]", "7", "{\"pieces\":\"x\"}", "{} {}", "\u0000")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codec.read(codec.nameOf(Placed.class), json.getBytes(StandardCharsets.UTF_8)))
                    .withMessageContaining("Placed");
        }
        for (String json :
                List.of("7", "[1]", "[\"Integer\"]", "[\"Integer\",null]", "[\"Integer\",1", "[\"Integer\",{}]")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codec.read("List", json.getBytes(StandardCharsets.UTF_8)))
                    .withMessageContaining("List");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        codec.read(codec.nameOf(Strict.class), "{\"positive\":0}".getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("not positive: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> codec.read("List", "[\"List\",".repeat(100_000).getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void damagedBytesGiveAMessageOrAClearException(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec = codec(format);
        List<?> message = List.of(new Placed("pen", 1), 7L, new KeyedPid("order", "1"), List.of("a", Colour.RED));
        byte[] whole = codec.write(message);
        Random random = new Random(4711);

        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = random.nextInt(10) > 0 ? whole.clone() : new byte[random.nextInt(40) + 1];
            if (bytes.length != whole.length) {
                random.nextBytes(bytes);
            }
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            try {
                assertThat(codec.read("List", bytes)).isInstanceOf(List.class);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            } catch (Throwable e) {
                fail(Arrays.toString(bytes), e);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aMessageBeyondTheLimitIsRefusedWithItsSize(JacksonMessageCodec.Builder format) {
        JacksonMessageCodec codec =
                format.messages(Placed.class).maxMessageBytes(1000).build();
        codec.write(new Placed("x".repeat(900), 1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.write(new Placed("x".repeat(2000), 1)))
                .withMessageMatching("A message of .*Placed has 20\\d\\d bytes, more than the limit of 1000");
        assertThatThrownBy(() -> format.maxMessageBytes(0)).isInstanceOf(InvalidSettingException.class);
    }

    @Test
    void aMessageThatJacksonCannotWriteIsRefused() {
        List<Object> all = new ArrayList<>();
        all.add(all);
        JacksonMessageCodec codec = codec(JacksonMessageCodec.builder());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.write(all))
                .withMessageContaining("cannot be written");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.write(Arrays.asList(1, null)))
                .withMessageContaining("null");
    }

    @Test
    void aClassThatTheWireNamesIsNotMade() {
        JsonMapper lax = JsonMapper.builder()
                .activateDefaultTyping(
                        BasicPolymorphicTypeValidator.builder()
                                .allowIfBaseType(Object.class)
                                .build(),
                        DefaultTyping.NON_FINAL)
                .build();
        JacksonMessageCodec codec = JacksonMessageCodec.builder()
                .mapper(lax)
                .messages(Loose.class, Typed.class)
                .build();
        byte[] loose = "{\"any\":{\"@class\":\"java.lang.StringBuilder\"}}".getBytes(StandardCharsets.UTF_8);
        byte[] typed = "{\"any\":[\"java.util.ArrayList\",[]]}".getBytes(StandardCharsets.UTF_8);

        assertThatIllegalArgumentException().isThrownBy(() -> codec.read(codec.nameOf(Loose.class), loose));
        assertThat(codec.read(codec.nameOf(Typed.class), typed))
                .isEqualTo(new Typed(List.of("java.util.ArrayList", List.of())));
    }

    @Test
    void theMapperOfTheApplicationIsUsedAndNotChanged() {
        JsonMapper own = JsonMapper.builder()
                .propertyNamingStrategy(tools.jackson.databind.PropertyNamingStrategies.UPPER_CAMEL_CASE)
                .build();
        JacksonMessageCodec codec =
                JacksonMessageCodec.builder().mapper(own).messages(Placed.class).build();

        assertThat(new String(codec.write(new Placed("pen", 1)), StandardCharsets.UTF_8))
                .isEqualTo("{\"Article\":\"pen\",\"Pieces\":1}");
        assertThat(own.registeredModules())
                .noneMatch(module -> module.getModuleName().equals("gmp-addresses"));
    }

    @Test
    void manyThreadsWriteAndReadAtOnce() {
        JacksonMessageCodec codec = codec(JacksonMessageCodec.builder());

        assertThat(IntStream.range(0, 10_000)
                        .parallel()
                        .filter(i -> through(codec, new Placed("pen", i)).equals(new Placed("pen", i)))
                        .count())
                .isEqualTo(10_000);
    }
}
