package dev.gmp.spring.it.web;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerCounters;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.RequestGroupInfo;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A started server and a client for it. */
final class RunningServer implements AutoCloseable {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final ConfigurableApplicationContext context;

    RunningServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    /** @throws ClassCastException if it is another server */
    Tomcat tomcat() {
        return ((TomcatWebServer) ((WebServerApplicationContext) context).getWebServer()).getTomcat();
    }

    /** Of Tomcat's first connector. */
    AbstractProtocol<?> protocol() {
        return (AbstractProtocol<?>) tomcat().getConnector().getProtocolHandler();
    }

    /** What Tomcat has counted of it. */
    RequestGroupInfo counts() {
        return (RequestGroupInfo) protocol().getHandler().getGlobal();
    }

    boolean haveAllGoroutinesEnded() {
        SchedulerCounters counters = scheduler().snapshot().counters();
        return counters.completed() == counters.created();
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    Requests requests() {
        return context.getBean(Requests.class);
    }

    GmpScheduler scheduler() {
        return context.getBean(GmpScheduler.class);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    CompletableFuture<HttpResponse<String>> send(String path) {
        return client.sendAsync(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    String get(String path) throws Exception {
        return send(path).get(100, TimeUnit.SECONDS).body();
    }

    @Override
    public void close() {
        context.close();
    }
}
