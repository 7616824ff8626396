package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.actuate.endpoint.ExposableEndpoint;
import org.springframework.boot.actuate.endpoint.jmx.JmxEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** docs/operate/security.md names every operation of every endpoint, and what it may do by default is what the document says. */
class SecurityDocumentTests {

    private static final String BY_DEFAULT = "";
    private static final Path DOCUMENT = Path.of("..", "docs", "operate", "security.md");

    @Test
    void everyOperationStandsInTheDocument() throws IOException {
        assertThat(operations("unrestricted")).isEqualTo(documented(List.of("open", "closed")));
    }

    @Test
    void byDefaultThoseAreThereThatTheDocumentCallsOpen() throws IOException {
        assertThat(operations(BY_DEFAULT)).isEqualTo(documented(List.of("open")));
    }

    @Test
    void thePageIsShort() throws IOException {
        assertThat(Files.readString(DOCUMENT).split("\\s+")).hasSizeLessThanOrEqualTo(700);
    }

    /** As "GET gmp" over HTTP, and "JMX schedulers". */
    private static Set<String> documented(List<String> defaults) throws IOException {
        Set<String> operations = new HashSet<>();
        for (List<String> row : rows()) {
            if (defaults.contains(row.get(3))) {
                operations.add(row.get(1).replace("`", ""));
                if (!row.get(2).isEmpty()) {
                    operations.add("JMX " + row.get(2).replace("`", ""));
                }
            }
            assertThat(row.get(4).isEmpty())
                    .as("how to open it: " + row)
                    .isEqualTo(row.get(3).equals("open"));
        }
        return operations;
    }

    private static List<List<String>> rows() throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (String line : Files.readAllLines(DOCUMENT)) {
            List<String> cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            if (cells.size() == 7 && List.of("open", "closed").contains(cells.get(4))) {
                rows.add(cells.subList(1, 6));
            }
        }
        return rows;
    }

    private static Set<String> operations(String access) {
        String[] arguments = Stream.of(
                        "server.port=0",
                        "spring.jmx.enabled=true",
                        "spring.jmx.default-domain=dev.gmp.security-document",
                        "management.endpoints.jmx.exposure.include=*",
                        "management.endpoints.web.exposure.include=*",
                        "management.endpoint.gmp.access=" + access,
                        "management.endpoint.gmpui.access=" + access,
                        "management.endpoint.gmptrace.access=" + access,
                        "management.endpoint.gmpgoroutines.access=" + access,
                        "management.endpoint.gmprecorder.access=" + access,
                        "management.endpoint.gmpincidents.access=" + access)
                .filter(property -> !property.endsWith("=" + BY_DEFAULT))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .bannerMode(Banner.Mode.OFF)
                .run(arguments)) {
            Set<String> operations = new HashSet<>();
            context.getBean(WebEndpointsSupplier.class).getEndpoints().stream()
                    .filter(SecurityDocumentTests::isOurs)
                    .flatMap(endpoint -> endpoint.getOperations().stream())
                    .map(operation -> operation.getRequestPredicate())
                    .forEach(request -> operations.add(request.getHttpMethod() + " " + request.getPath()));
            context.getBean(JmxEndpointsSupplier.class).getEndpoints().stream()
                    .filter(SecurityDocumentTests::isOurs)
                    .flatMap(endpoint -> endpoint.getOperations().stream())
                    .forEach(operation -> operations.add("JMX " + operation.getName()));
            return operations;
        }
    }

    /** Also one that is added later. */
    private static boolean isOurs(ExposableEndpoint<?> endpoint) {
        return endpoint.getEndpointId().toString().startsWith("gmp");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
