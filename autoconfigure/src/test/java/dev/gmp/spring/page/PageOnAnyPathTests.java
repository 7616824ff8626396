package dev.gmp.spring.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The page finds its files and its data, and has its headers, whatever a deployment puts before it. The rows hold every pair of
 * two settings; {@link GmpPageEndpointTests} has one more in every build.
 */
@Tag("long")
class PageOnAnyPathTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            /actuator | gmpui  | gmp   | -    | -    | -    | /actuator/gmpui
            /actuator | ui/    | /data | /    | /app | -    | /actuator/ui
            /actuator | /a/ui/ | /a/b/ | /ops | /app | /svc | /ops/actuator/a/ui
            /         | gmpui  | /data | /ops | /app | /svc | /ops/gmpui
            /         | ui/    | /a/b/ | -    | /app | -    | /app/ui
            /         | /a/ui/ | gmp   | /    | -    | -    | /a/ui
            /x/y/     | gmpui  | /a/b/ | /    | -    | /svc | /x/y/gmpui
            /x/y/     | ui/    | gmp   | /ops | -    | -    | /ops/x/y/ui
            /x/y/     | /a/ui/ | /data | -    | -    | /svc | /svc/x/y/a/ui
            /x/y/     | ui/    | gmp   | -    | /app | /svc | /app/svc/x/y/ui
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
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(PageApplication.class)
                .bannerMode(Banner.Mode.OFF)
                .run(properties)) {
            String port = application
                    .getEnvironment()
                    .getRequiredProperty(portOfItsOwn == null ? "local.server.port" : "local.management.port");
            Map<URI, HttpResponse<String>> answers = PageCrawl.from(URI.create("http://localhost:" + port + address));
            assertThat(answers).hasSize((int) PageFiles.all().count() + 1);
            answers.forEach((uri, answer) -> {
                assertThat(answer.statusCode()).as(uri.getPath()).isEqualTo(200);
                boolean isPage = !answer.body().startsWith("{");
                assertThat(answer.headers().allValues("Content-Security-Policy"))
                        .as(uri.getPath())
                        .hasSize(isPage ? 1 : 0);
            });
        }
    }
}
