package dev.gmp.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Goroutines;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tomcat with the scheduler as its executor, called from other goroutines of the same scheduler. */
class TomcatTest {

    private static final int CALLS = 500;

    @Test
    void everyRequestIsAnsweredOnAGoroutine(@TempDir Path folder) throws Exception {
        EchoServlet servlet = new EchoServlet();
        Tomcat tomcat = new Tomcat();
        try (GoroutinesAtWork work = new GoroutinesAtWork()) {
            Connector connector = new Connector();
            connector.setPort(0);
            connector.getProtocolHandler().setExecutor(work.scheduler());
            tomcat.setBaseDir(folder.toString());
            tomcat.setConnector(connector);
            var context = tomcat.addContext("", folder.toString());
            Tomcat.addServlet(context, "echo", servlet);
            context.addServletMappingDecoded("/*", "echo");
            tomcat.start();
            int port = connector.getLocalPort();

            work.warmUp(number -> get(port, number));
            work.checkAll(CALLS, number -> get(port, number), number -> "tomcat " + number);

            assertThat(servlet.onGoroutines).hasValue(CALLS + 1);
            work.checkThreads();
            tomcat.stop();
            tomcat.destroy();
        }
    }

    private static String get(int port, int number) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/" + number).toURL().openConnection();
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static final class EchoServlet extends HttpServlet {

        private final transient AtomicInteger onGoroutines = new AtomicInteger();

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            onGoroutines.addAndGet(Goroutines.isGoroutine() ? 1 : 0);
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            response.getWriter().write("tomcat " + request.getRequestURI().substring(1));
        }
    }
}
