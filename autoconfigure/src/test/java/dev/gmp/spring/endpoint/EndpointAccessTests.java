package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** What an application that exposes everything opens, over HTTP and JMX: nothing that changes or records, unless it says so. */
class EndpointAccessTests {

    private static final String DOMAIN = "dev.gmp.access";
    private static final List<String> UNRESTRICTED =
            List.of("management.endpoint.gmp.access=unrestricted", "management.endpoint.gmptrace.access=unrestricted");

    @Test
    void oneMayReadAndDoNothingElse() {
        run(List.of(), context -> {
            assertThat(status(context, "GET", "gmp")).isEqualTo(200);
            assertThat(status(context, "POST", "gmp")).isEqualTo(405);
            assertThat(status(context, "POST", "gmp/default")).isEqualTo(405);
            assertThat(status(context, "GET", "gmpui")).isEqualTo(200);
            for (String method : List.of("GET", "POST", "DELETE")) {
                assertThat(status(context, method, "gmptrace")).as(method).isEqualTo(404);
            }
            assertThat(status(context, "GET", "gmpgoroutines")).isEqualTo(404);
            assertThat(status(context, "GET", "gmprecorder")).isEqualTo(404);
            assertThat(status(context, "GET", "gmpincidents")).isEqualTo(404);
            assertThat(status(context, "POST", "gmpincidents")).isEqualTo(404);

            assertThat(operations()).containsExactlyInAnyOrder("schedulers", "scheduler");
            assertThat(endpoints()).doesNotContain("Gmptrace");

            assertThat(get(context, "gmp?stacks=true")).contains("\"stacksAllowed\":false");
            assertThat(invoke("schedulers").toString()).contains("stacksAllowed=false");
        });
    }

    @Test
    void whoMayReadRecordingsMayBeginNone() {
        run(List.of("management.endpoint.gmptrace.access=read-only"), context -> {
            assertThat(status(context, "POST", "gmptrace")).isEqualTo(405);
            context.getBean(GmpScheduler.class).startTrace().close(); // nothing records
        });
    }

    @Test
    void oneMayDoWhatTheSettingsAllow() {
        run(UNRESTRICTED, context -> {
            assertThat(status(context, "POST", "gmp")).isEqualTo(204);
            assertThat(status(context, "DELETE", "gmptrace")).isEqualTo(204);

            invoke("configure", "3");
            assertThat(context.getBean(GmpScheduler.class).maxProcs()).isEqualTo(3);
            invoke("configureScheduler", "default", "4");
            assertThat(context.getBean(GmpScheduler.class).maxProcs()).isEqualTo(4);
            assertThatThrownBy(() -> invoke("configureScheduler", "other", "5"))
                    .hasStackTraceContaining("name must be one of [default], but was other");
            assertThatThrownBy(() -> invoke("configure", "0"))
                    .hasStackTraceContaining("maxProcs must be between 1 and");
            assertThat(endpoints()).as("it is for the web alone").doesNotContain("Gmptrace");
        });
    }

    @Test
    void stacksAreShownOnRequest() {
        run(List.of("management.endpoint.gmp.show-stacks=always"), context -> {
            assertThat(get(context, "gmp?stacks=true")).contains("\"stacksAllowed\":true");
            assertThat(invoke("schedulers").toString()).contains("stacksAllowed=true");
        });
    }

    private static void run(List<String> properties, Consumer<ConfigurableApplicationContext> test) {
        String[] arguments = Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "spring.jmx.enabled=true",
                                "spring.jmx.default-domain=" + DOMAIN,
                                "management.endpoints.jmx.exposure.include=*",
                                "management.endpoints.web.exposure.include=*",
                                "gmp.max-procs=2"),
                        properties.stream())
                .map(property -> "--" + property)
                .toArray(String[]::new);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .bannerMode(Banner.Mode.OFF)
                .run(arguments)) {
            test.accept(context);
        }
    }

    private static int status(ConfigurableApplicationContext context, String method, String path) {
        return send(context, method, path).statusCode();
    }

    private static String get(ConfigurableApplicationContext context, String path) {
        return send(context, "GET", path).body();
    }

    private static HttpResponse<String> send(ConfigurableApplicationContext context, String method, String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/" + path))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        method.equals("POST") ? BodyPublishers.ofString("{\"maxProcs\": 4}") : BodyPublishers.noBody())
                .build();
        try {
            return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Set<String> endpoints() {
        try {
            return server().queryNames(new ObjectName(DOMAIN + ":type=Endpoint,*"), null).stream()
                    .map(name -> name.getKeyProperty("name"))
                    .collect(Collectors.toSet());
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> operations() {
        try {
            return Stream.of(server().getMBeanInfo(gmp()).getOperations())
                    .map(MBeanOperationInfo::getName)
                    .toList();
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    private static Object invoke(String operation, String... arguments) {
        try {
            String[] types = Stream.of(arguments)
                    .map(argument -> argument.getClass().getName())
                    .toArray(String[]::new);
            return server().invoke(gmp(), operation, arguments, types);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    private static ObjectName gmp() throws JMException {
        return new ObjectName(DOMAIN + ":type=Endpoint,name=Gmp");
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
