package dev.gmp.process.cluster.internal.wire;

import java.nio.ByteBuffer;

/**
 * Numbers and texts in a buffer. A number has 7 bits in a byte, the lowest first; the top bit says that another byte
 * follows. A text is its number of chars, then each char as 1 to 3 bytes, as UTF-8 has it. Surrogates are written one by one,
 * so that each text comes back as it was, also one that is no valid Unicode.
 */
final class Binary {

    private Binary() {}

    /** @throws IllegalArgumentException if the number is negative */
    static void writeNumber(int number, ByteBuffer buffer) {
        if (number < 0) {
            throw new IllegalArgumentException("A negative number in a frame: " + number);
        }
        int rest = number;
        while (rest > 0x7f) {
            buffer.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        buffer.put((byte) rest);
    }

    /** Reads a number from 0 to 2^31 - 1. */
    static int readNumber(ByteBuffer buffer) {
        long number = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            byte next = buffer.get();
            number |= (long) (next & 0x7f) << shift;
            if (next >= 0 && number <= Integer.MAX_VALUE) {
                return (int) number;
            }
        }
        throw new IllegalArgumentException("A number in a frame is too large");
    }

    /** Reads how many bytes or chars follow: no more than there are bytes, so that bad input cannot fill the heap. */
    static int readLength(ByteBuffer buffer) {
        int length = readNumber(buffer);
        if (length > buffer.remaining()) {
            throw new IllegalArgumentException(
                    "A part of a frame has the length %d, and %d bytes are left".formatted(length, buffer.remaining()));
        }
        return length;
    }

    static void writeText(String text, ByteBuffer buffer) {
        int length = text.length();
        writeNumber(length, buffer);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                buffer.put((byte) c);
            } else if (c < 0x800) {
                buffer.put((byte) (0xc0 | c >> 6)).put((byte) (0x80 | c & 0x3f));
            } else {
                buffer.put((byte) (0xe0 | c >> 12))
                        .put((byte) (0x80 | c >> 6 & 0x3f))
                        .put((byte) (0x80 | c & 0x3f));
            }
        }
    }

    static String readText(ByteBuffer buffer) {
        char[] chars = new char[readLength(buffer)];
        for (int i = 0; i < chars.length; i++) {
            byte first = buffer.get();
            if (first >= 0) {
                chars[i] = (char) first;
            } else if ((first & 0xe0) == 0xc0) {
                chars[i] = (char) ((first & 0x1f) << 6 | following(buffer));
            } else if ((first & 0xf0) == 0xe0) {
                chars[i] = (char) ((first & 0x0f) << 12 | following(buffer) << 6 | following(buffer));
            } else {
                throw new IllegalArgumentException("A text in a frame is not in the form of UTF-8");
            }
        }
        return new String(chars);
    }

    private static int following(ByteBuffer buffer) {
        byte next = buffer.get();
        if ((next & 0xc0) != 0x80) {
            throw new IllegalArgumentException("A text in a frame is not in the form of UTF-8");
        }
        return next & 0x3f;
    }
}
