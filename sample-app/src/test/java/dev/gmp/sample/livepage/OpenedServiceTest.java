package dev.gmp.sample.livepage;

import dev.gmp.sample.ServiceTest;
import java.nio.file.Path;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The service with the settings of the document {@link AlertToLinePage}, on one port and without a login. */
abstract class OpenedServiceTest extends ServiceTest {

    @DynamicPropertySource
    static void asDocumented(DynamicPropertyRegistry registry) {
        AlertToLinePage.settings().forEach((name, value) -> registry.add((String) name, () -> value));
        registry.add("management.server.port", () -> "");
        registry.add("management.endpoint.health.show-details", () -> "always");
        registry.add("management.endpoint.gmp.show-stacks", () -> "always");
        registry.add("gmp.leaks.interval", () -> "1s");
        registry.add("gmp.leaks.threshold", () -> "1s");
        registry.add("gmp.incidents.latency-limit", () -> "0"); // it would capture by itself on a slow machine
        registry.add("gmp.incidents.min-interval", () -> "1s"); // what was captured before holds nothing up
        Path folder =
                Path.of("target", "capsules", Long.toString(System.nanoTime())).toAbsolutePath();
        registry.add("gmp.incidents.folder", () -> folder);
    }
}
