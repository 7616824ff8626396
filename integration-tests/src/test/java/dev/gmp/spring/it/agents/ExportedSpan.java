package dev.gmp.spring.it.agents;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What a test wants to know of a span that was exported by OTLP.
 *
 * @param trace in hexadecimal digits, as the others
 * @param parent empty if it is the first of its trace
 */
record ExportedSpan(String trace, String id, String parent, String name) {

    private static final int LENGTH_DELIMITED = 2;

    /** @param request an {@code ExportTraceServiceRequest} in Protocol Buffers' encoding */
    static List<ExportedSpan> allIn(byte[] request) {
        List<ExportedSpan> spans = new ArrayList<>();
        forEach(
                1,
                ByteBuffer.wrap(request),
                resourceSpans ->
                        forEach(2, resourceSpans, scopeSpans -> forEach(2, scopeSpans, span -> spans.add(read(span)))));
        return spans;
    }

    private static ExportedSpan read(ByteBuffer span) {
        String[] fields = {"", "", "", "", "", ""};
        eachField(span, (field, value) -> {
            if (field == 5) {
                fields[field] = StandardCharsets.UTF_8.decode(value).toString();
            } else if (field < fields.length) {
                byte[] bytes = new byte[value.remaining()];
                value.get(bytes);
                fields[field] = HexFormat.of().formatHex(bytes);
            }
        });
        return new ExportedSpan(fields[1], fields[2], fields[4], fields[5]);
    }

    private static void forEach(int wanted, ByteBuffer message, Consumer<ByteBuffer> reader) {
        eachField(message, (field, value) -> {
            if (field == wanted) {
                reader.accept(value);
            }
        });
    }

    /** Those with a length; the others are skipped. */
    private static void eachField(ByteBuffer message, BiConsumer<Integer, ByteBuffer> reader) {
        message.order(ByteOrder.LITTLE_ENDIAN);
        while (message.hasRemaining()) {
            long key = varint(message);
            int kind = (int) key & 7;
            if (kind == LENGTH_DELIMITED) {
                int length = (int) varint(message);
                reader.accept((int) (key >>> 3), message.slice(message.position(), length));
                message.position(message.position() + length);
            } else {
                skip(message, kind);
            }
        }
    }

    private static void skip(ByteBuffer message, int kind) {
        switch (kind) {
            case 0 -> varint(message);
            case 1 -> message.getLong();
            case 5 -> message.getInt();
            default -> throw new AssertionError("kind " + kind);
        }
    }

    private static long varint(ByteBuffer message) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = message.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
