package dev.gmp.spring.it.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.management.ObjectName;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.RequestInfo;
import org.apache.tomcat.util.modeler.Registry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.util.ReflectionTestUtils;

/** What Tomcat counts for each request in progress, with MBeans and without. Whether it has them is decided once in a JVM. */
@EnabledForJreRange(min = JRE.JAVA_21)
class RequestMBeansTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private Object registryBefore;
    private RunningServer running;

    @BeforeEach
    void forgetWhetherTheJvmHasMBeans() {
        registryBefore = ReflectionTestUtils.getField(Registry.class, "registry");
        ReflectionTestUtils.setField(Registry.class, "registry", null);
    }

    @AfterEach
    void close() {
        try {
            running.close();
        } finally {
            ReflectionTestUtils.setField(Registry.class, "registry", registryBefore);
        }
    }

    @Test
    void withoutMBeansRequestsAreCountedAndKeepNoName() throws Exception {
        start();
        running.get("/id");
        assertThat(running.context().getBean(Served.class).requests)
                .hasSize(1)
                .allMatch(request -> request.getRpName() == null);
        assertThat(requestMBeans()).isZero();
        awaitCounted();
    }

    @Test
    void withMBeansEachHasOne() throws Exception {
        start("--server.tomcat.mbeanregistry.enabled=true");
        running.get("/id");
        assertThat(running.context().getBean(Served.class).requests)
                .hasSize(1)
                .allMatch(request -> ManagementFactory.getPlatformMBeanServer().isRegistered(request.getRpName()));
        assertThat(requestMBeans()).isOne();
        awaitCounted();
    }

    private void start(String... settings) {
        List<String> all = new ArrayList<>(List.of("--gmp.web.enabled=true", "--gmp.goroutines=virtual"));
        Collections.addAll(all, settings);
        running = Server.TOMCAT.startWith(Observed.class, all.toArray(String[]::new));
    }

    private static int requestMBeans() throws Exception {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("Tomcat:type=RequestProcessor,*"), null)
                .size();
    }

    /** A request is counted after its answer. */
    private void awaitCounted() {
        await().atMost(PATIENCE).until(() -> running.counts().getRequestCount() == 1);
    }

    @Configuration(proxyBeanMethods = false)
    static class Observed {

        @Bean
        Served served() {
            return new Served();
        }

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> observed(Served served) {
            return factory -> factory.addEngineValves(served);
        }
    }

    /** Sees each request. */
    static class Served extends ValveBase {

        final Queue<RequestInfo> requests = new ConcurrentLinkedQueue<>();

        Served() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            requests.add(request.getCoyoteRequest().getRequestProcessor());
            getNext().invoke(request, response);
        }
    }
}
