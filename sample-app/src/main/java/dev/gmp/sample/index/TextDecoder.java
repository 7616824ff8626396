package dev.gmp.sample.index;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Tells text from other files, and turns it into characters. */
final class TextDecoder {

    /** Git's rule: a NUL among the first 8,000 bytes makes a file binary (git: xdiff-interface.c, buffer_is_binary). */
    private static final int BYTES_LOOKED_AT = 8_000;

    private TextDecoder() {}

    /**
     * Decodes UTF-8, or Latin-1 where the bytes are not UTF-8. A byte order mark is dropped.
     *
     * @return empty for a binary file
     */
    static Optional<String> decode(byte[] bytes) {
        if (isBinary(bytes)) {
            return Optional.empty();
        }
        if (isAscii(bytes)) {
            return Optional.of(new String(bytes, StandardCharsets.ISO_8859_1));
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            return Optional.of(new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }

    static boolean isBinary(byte[] bytes) {
        int end = Math.min(bytes.length, BYTES_LOOKED_AT);
        for (int i = 0; i < end; i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }
}
