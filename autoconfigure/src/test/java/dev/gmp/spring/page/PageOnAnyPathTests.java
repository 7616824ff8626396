package dev.gmp.spring.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * The page finds its files and its data, and has its headers, whatever a deployment puts before it. The rows hold every pair of
 * two settings.
 */
class PageOnAnyPathTests {

    /** Boot cannot choose where both servers are on the class path, as in these tests. */
    private static final String JETTY_TOO = "org.springframework.boot.jetty.autoconfigure.actuate.web.server."
            + "JettyServletManagementContextAutoConfiguration";

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            /actuator | gmpui  | gmp    | -    | -    | -    | /actuator/gmpui
            /actuator | /ui    | /a/b/  | -    | /app | -    | /app/actuator/ui
            /actuator | ui/    | gmp    | -    | -    | /svc | /svc/actuator/ui
            /actuator | /a/ui/ | /data  | -    | /app | /svc | /app/svc/actuator/a/ui
            /         | gmpui  | /data  | -    | /app | -    | /app/gmpui
            /         | /ui    | gmp    | -    | -    | /svc | /svc/ui
            /         | /a/ui/ | a/gmp  | -    | -    | -    | /a/ui
            /x/y/     | gmpui  | /a/b/  | -    | /app | /svc | /app/svc/x/y/gmpui
            /x/y/     | /a/ui/ | /data  | -    | -    | -    | /x/y/a/ui
            /actuator | gmpui  | /data  | /ops | /app | /svc | /ops/actuator/gmpui
            /actuator | /a/ui/ | gmp    | /    | -    | -    | /actuator/a/ui
            /         | /ui    | /a/b/  | /ops | -    | /svc | /ops/ui
            /         | ui/    | gmp    | /    | /app | -    | /ui
            /x/y/     | /ui    | gmp    | /ops | /app | -    | /ops/x/y/ui
            /x/y/     | ui/    | /a/b/  | /    | -    | /svc | /x/y/ui
            """)
    void allOfItIsThereWithItsHeaders(
            String base, String page, String data, String portOfItsOwn, String context, String servlet, String address)
            throws Exception {
        String[] properties = Stream.of(
                        "server.port=0",
                        "management.endpoints.web.exposure.include=gmp,gmpui",
                        "management.endpoints.web.base-path=" + base,
                        "management.endpoints.web.path-mapping.gmpui=" + page,
                        "management.endpoints.web.path-mapping.gmp=" + data,
                        portOfItsOwn == null ? null : "management.server.port=0",
                        portOfItsOwn == null ? null : "management.server.base-path=" + portOfItsOwn,
                        context == null ? null : "server.servlet.context-path=" + context,
                        servlet == null ? null : "spring.mvc.servlet.path=" + servlet)
                .filter(property -> property != null)
                .map(property -> "--" + property)
                .toArray(String[]::new);
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
                .bannerMode(Banner.Mode.OFF)
                .run(properties)) {
            String port = application
                    .getEnvironment()
                    .getRequiredProperty(portOfItsOwn == null ? "local.server.port" : "local.management.port");
            Map<URI, HttpResponse<String>> answers = PageCrawl.from(URI.create("http://localhost:" + port + address));
            assertThat(answers).hasSize(PageFile.values().length + 1);
            answers.forEach((uri, answer) -> {
                assertThat(answer.statusCode()).as(uri.getPath()).isEqualTo(200);
                boolean isPage = !answer.body().startsWith("{");
                assertThat(answer.headers().allValues("Content-Security-Policy"))
                        .as(uri.getPath())
                        .hasSize(isPage ? 1 : 0);
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = JETTY_TOO)
    static class Application {}
}
