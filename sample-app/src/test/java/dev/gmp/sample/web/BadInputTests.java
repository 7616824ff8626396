package dev.gmp.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Each mistake gets a problem (RFC 9457) that says what is wrong. */
class BadInputTests extends ServiceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '@',
            value = {
                "/search @'q'@",
                "/search?q= @'q' is empty@",
                "/search?q=%28 @'q' is not a regular expression: Unclosed group@",
                "/search?q=x&path=%5B @'path' is not a regular expression: Unclosed character class@",
                "/search?q=x&limit=501 @'limit' is 501; it must be from 1 to 500@",
                "/search/first @'q'@",
                "/search/first?q=x&limit=501 @'limit' is 501; it must be from 1 to 500@",
                "/search?q=x&limit=0 @'limit' is 0@",
                "/search?q=x&limit=many @'limit'@",
                "/search?q=x&offset=-1 @'offset' is -1@",
                "/search?q=x&offset=99999999999 @'offset'@",
                "/search?q=x&timeout=1h @'timeout' is 3600000 ms; it must be from 1 to 600000 ms@",
                "/search?q=x&timeout=9223372036854775807s @'timeout' is 9223372036854775807000 ms; it must be@",
                "/search?q=x&timeout=soon @'timeout'@",
                "/search?q=x&ignoreCase=perhaps @'ignoreCase'@",
                "/search?q=%28%5E%29%7B2000000000%7Dx @'q' can match the empty string in too many ways@",
                "/index/history?limit=0 @'limit' is 0; it must be from 1 to 100@",
                "/index/history?limit=101 @'limit' is 101@",
                "/index/history/x/extensions @'run'@",
                "/files @'path'@"
            })
    void aWrongParameter(String uri, String reason) {
        assertRefused(http.get().uri(java.net.URI.create(base() + uri)).exchange(), reason);
    }

    @Test
    void anUnknownPath() {
        assertRefused(post(folder.resolve("absent")), "There is no file or folder " + folder.resolve("absent"));
    }

    @Test
    void aZipThatIsNone() {
        Path file = Texts.write(folder.resolve("t.zip"), "no zip".getBytes(StandardCharsets.UTF_8));
        assertRefused(post(file), "neither a folder nor a readable zip or jar");
    }

    @Test
    void aPathThatIsNone() {
        assertRefused(post("{\"path\": \"\"}"), "'path' is blank");
        assertRefused(post("{\"path\": \"a\\u0000b\"}"), "The path is invalid");
    }

    @Test
    void aBodyThatIsNone() {
        String reason = "The body must be JSON like {\"path\": \"/a/folder/or.zip\"}";
        assertRefused(post("{"), reason);
        assertRefused(post("[1]"), reason);
        assertRefused(post("{\"paht\": \"/a\"}"), reason);
    }

    @Test
    void formDataIsRefusedSinceForeignPagesMaySendIt() {
        http.post()
                .uri("/index")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .body("path=" + folder)
                .exchange()
                .expectStatus()
                .isEqualTo(415);
    }

    @Test
    void aRefusedRunLeavesTheIndexAsItWas() {
        index(Texts.folder(folder, Map.of("a", "x")));
        var before = current.require();
        long id = index.latest().orElseThrow().id();
        assertRefused(post(folder.resolve("absent")), "There is no file");
        assertThat(current.require()).isSameAs(before);
        assertThat(index.latest().orElseThrow().id()).isEqualTo(id);
    }

    private RestTestClient.ResponseSpec post(Path path) {
        return http.post()
                .uri("/index")
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("path", path.toString()))
                .exchange();
    }

    private RestTestClient.ResponseSpec post(String json) {
        return http.post()
                .uri("/index")
                .contentType(MediaType.APPLICATION_JSON)
                .body(json)
                .exchange();
    }

    private String base() {
        return "http://localhost:" + port;
    }

    private static void assertRefused(RestTestClient.ResponseSpec response, String reason) {
        response.expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo(400)
                .jsonPath("$.detail")
                .value(String.class, detail -> assertThat(detail).contains(reason));
    }
}
