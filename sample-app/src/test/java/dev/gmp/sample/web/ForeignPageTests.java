package dev.gmp.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** What a browser on this machine asks on behalf of pages that are not the service's. */
class ForeignPageTests extends ServiceTest {

    @ParameterizedTest
    @ValueSource(strings = {"GET /index", "GET /files?path=a", "POST /index", "GET /actuator/gmp", "GET /"})
    void underANameThatIsNotThisMachinesNothingIsAnswered(String request) throws IOException {
        assertThat(ask(request, "Host: evil.example:" + port)).contains(" 403 ").contains("Only pages of this service");
        assertThat(ask(request, "Host: 127.0.0.1.evil.example")).contains(" 403 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:8080", "[::1]:8080"})
    void thisMachineIsAnsweredUnderAnyOfItsNames(String host) throws IOException {
        assertThat(ask("GET /index", "Host: " + host)).contains(" 200 ");
    }

    /** Such a request needs no question before it. */
    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "http://localhost:1"})
    void aForeignPageStartsNoRun(String origin) throws IOException {
        index(Texts.folder(folder, Map.of("a", "x")));
        long before = index.latest().orElseThrow().id();
        assertThat(ask("POST /index", "Host: localhost:" + port + "\r\nContent-Length: 0\r\nOrigin: " + origin))
                .contains(" 403 ");
        assertThat(index.latest().orElseThrow().id()).isEqualTo(before);
    }

    @Test
    void theServicesOwnPagesMayAsk() throws IOException {
        String own = "localhost:" + port;
        assertThat(ask("GET /index", "Host: " + own + "\r\nOrigin: http://" + own))
                .contains(" 200 ");
    }

    /** Browsers say so themselves, of an image too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /search?q=x",
                "GET /%73earch?q=x",
                "GET /files?path=a",
                "GET /index",
                "DELETE /index/run",
                "GET /actuator/gmp",
                "POST /actuator/gmp",
                "GET /"
            })
    void anotherSitesPageIsAnsweredNothing(String request) throws IOException {
        for (String site : new String[] {"cross-site", "same-site"}) {
            for (String more : new String[] {
                "Sec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image",
                "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe",
                "Sec-Fetch-Mode: cors"
            }) {
                assertThat(ask(request, own() + "\r\nSec-Fetch-Site: " + site + "\r\n" + more))
                        .contains(" 403 ")
                        .contains("those of other sites may link to its pages");
            }
        }
    }

    @Test
    void aLinkOfAnotherSiteLeadsToPagesAndStartsNothing() throws IOException {
        String link = own() + "\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document";
        for (String page : new String[] {"/", "/index.html", "/actuator/gmpui"}) {
            assertThat(ask("GET " + page, link)).contains(" 200 ");
        }
        assertThat(ask("GET /search?q=x", link)).contains(" 403 ");
        assertThat(ask("POST /", link + "\r\nContent-Length: 0")).contains(" 403 ");
    }

    @Test
    void theServiceAnswersItsOwnPagesAndWhatSomebodyHasTyped() throws IOException {
        for (String site : new String[] {"same-origin", "none"}) {
            assertThat(ask("GET /index", own() + "\r\nSec-Fetch-Site: " + site)).contains(" 200 ");
        }
    }

    @Test
    void anotherSitesPageIsAnsweredNothingWhereOthersMayAskToo() throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/search");
        request.addHeader("Sec-Fetch-Site", "cross-site");
        MockHttpServletResponse response = new MockHttpServletResponse();
        new ForeignPageFilter(new ServerProperties()).doFilter(request, response, new MockFilterChain());
        assertThat(response.getStatus()).isEqualTo(403);
    }

    @Test
    void whereOthersMayAskTheyMayUnderAnyName() throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/index");
        request.addHeader("Host", "search.example");
        MockFilterChain chain = new MockFilterChain();
        ServerProperties server = new ServerProperties();
        server.setAddress(InetAddress.getByAddress(new byte[4]));
        new ForeignPageFilter(server).doFilter(request, new MockHttpServletResponse(), chain);
        assertThat(chain.getRequest()).isSameAs(request);
    }

    private String own() {
        return "Host: localhost:" + port;
    }

    /** The client of the other tests does not let a caller set these headers. */
    private String ask(String request, String headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String text = request + " HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
