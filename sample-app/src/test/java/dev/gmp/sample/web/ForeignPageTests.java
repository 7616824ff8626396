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

    /** The client of the other tests does not let a caller set these headers. */
    private String ask(String request, String headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String text = request + " HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
