package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextDecoderTests {

    @Test
    void readsUtf8() {
        assertThat(decode("plain", StandardCharsets.UTF_8)).isEqualTo("plain");
        assertThat(decode("gr\u00fc\u00df \u03b1 \ud83d\ude00", StandardCharsets.UTF_8))
                .isEqualTo("gr\u00fc\u00df \u03b1 \ud83d\ude00");
        assertThat(decode("", StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void readsLatin1WhereTheBytesAreNotUtf8() {
        assertThat(decode("caf\u00e9", StandardCharsets.ISO_8859_1)).isEqualTo("caf\u00e9");
    }

    @Test
    void dropsAByteOrderMark() {
        assertThat(decode("\ufeffx", StandardCharsets.UTF_8)).isEqualTo("x");
    }

    @Test
    void aNulNearTheBeginningMeansBinary() {
        byte[] bytes = new byte[10_000];
        java.util.Arrays.fill(bytes, (byte) 'x');
        bytes[8_000] = 0;
        assertThat(TextDecoder.decode(bytes)).isPresent();
        bytes[7_999] = 0;
        assertThat(TextDecoder.decode(bytes)).isEmpty();
    }

    private static String decode(String text, Charset charset) {
        return TextDecoder.decode(text.getBytes(charset)).orElseThrow();
    }
}
