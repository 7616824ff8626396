package dev.gmp.spring.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;

/** The page on a port of its own, below another folder, with the two endpoints under other names: nothing is taken as given. */
@SpringBootTest(
        classes = PageApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.servlet.context-path=/app",
            "management.server.port=0",
            "management.server.base-path=/ops",
            "management.endpoints.web.base-path=/manage",
            "management.endpoints.web.path-mapping.gmp=data/schedulers",
            "management.endpoints.web.path-mapping.gmpui=pages/live",
            "management.endpoints.web.exposure.include=gmp,gmpui"
        })
class GmpPageEndpointTests {

    private static final String FOLDER = "/ops/manage/";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @LocalManagementPort
    private int port;

    @Test
    void allThatThePageRefersToIsThereAndItsOwn() throws Exception {
        Map<URI, HttpResponse<String>> answers = PageCrawl.from(address("pages/live"));
        assertThat(answers.values())
                .allSatisfy(answer -> assertThat(answer.statusCode())
                        .as(answer.uri().toString())
                        .isEqualTo(200));
        Set<String> expected = PageFiles.all()
                .map(file -> file.equals(PageFile.INDEX) ? "pages/live" : "pages/live/" + file.fileName())
                .collect(Collectors.toSet());
        expected.add("data/schedulers");
        assertThat(answers.keySet())
                .extracting(address -> address.getPath().substring(FOLDER.length()))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(answers.get(address("data/schedulers")).body()).startsWith("{\"schedulers\":{\"default\":{");
    }

    /** Else a policy that forbids what is inline would break it. */
    @Test
    void nothingIsInline() throws Exception {
        String html = get("pages/live").body();
        assertThat(html)
                .contains("<meta http-equiv=\"Content-Security-Policy\" content=\"" + PageHeaders.POLICY + "\">")
                .doesNotContain("<style", " style=")
                .doesNotContainPattern(" on[a-z]+=")
                .doesNotContainPattern("<script(?! type=\"module\" src=)");
        for (PageFile file : PageFiles.all().toList()) {
            assertThat(file.text()).doesNotContain("innerHTML", "insertAdjacentHTML", "eval(");
        }
    }

    /** Also where there is no such file. The data is the endpoint's, which has no page in it. */
    @Test
    void allFilesSayWhatBrowsersMayDoWithThem() throws Exception {
        for (PageFile file : PageFiles.all().toList()) {
            assertHeaders(file.equals(PageFile.INDEX) ? "pages/live" : "pages/live/" + file.fileName());
        }
        assertHeaders("pages/live/none.js");
        assertThat(get("data/schedulers").headers().map()).doesNotContainKey("content-security-policy");
    }

    private void assertHeaders(String path) throws Exception {
        HttpHeaders headers = get(path).headers();
        assertThat(headers.allValues("Content-Security-Policy"))
                .as(path)
                .singleElement(STRING)
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
                .endsWith("; frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(headers.allValues("X-Content-Type-Options")).as(path).containsExactly("nosniff");
        assertThat(headers.allValues("Referrer-Policy")).as(path).containsExactly("no-referrer");
        assertThat(headers.allValues("Cache-Control")).as(path).containsExactly("no-store");
    }

    @ParameterizedTest
    @CsvSource({"pages/live,text/html", "pages/live/page.css,text/css", "pages/live/app.js,text/javascript"})
    void typesAreWhatBrowsersInsistOn(String path, String type) throws Exception {
        assertThat(get(path).headers().firstValue("Content-Type")).hasValue(type + ";charset=UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"index.html", "none.js", "PageFile.class", "..%2Fpage%2Fpage.css", "%2e%2e"})
    void nothingElseIsServed(String name) throws Exception {
        assertThat(get("pages/live/" + name).statusCode()).isBetween(400, 404);
    }

    /** What a reader can take in; the rule for Java files holds for these, too. */
    @ParameterizedTest
    @MethodSource("dev.gmp.spring.page.PageFiles#all")
    void filesAreShort(PageFile file) {
        assertThat(file.text().lines().count()).isLessThanOrEqualTo(400);
    }

    /** A native image has no other resources than those that are named. */
    @ParameterizedTest
    @MethodSource("dev.gmp.spring.page.PageFiles#all")
    void aNativeImageHasTheFile(PageFile file) {
        RuntimeHints hints = new RuntimeHints();
        new PageHints().registerHints(hints, null);
        assertThat(hints)
                .matches(RuntimeHintsPredicates.resource().forResource("dev/gmp/spring/page/" + file.fileName()));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(address(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI address(String path) {
        return URI.create("http://localhost:" + port + FOLDER + path);
    }
}
