package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.task.GmpTaskExecutor;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(OutputCaptureExtension.class)
class IgnoredPropertiesWarningTests {

    private static final String WARNING = "These properties have no effect while gmp runs the tasks: ";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class));

    @Test
    void namesEachPropertyAndWhatToUseInstead(CapturedOutput output) {
        runner.withPropertyValues(
                        "spring.task.execution.pool.maxSize=8",
                        "spring.task.execution.pool.queue-capacity=100",
                        "spring.task.scheduling.pool.size=4")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output)
                .containsOnlyOnce(
                        WARNING
                                + "spring.task.execution.pool.max-size (threads are made when needed; for a limit use a bulkhead: gmp.schedulers.<name>.max-goroutines)"
                                + "; spring.task.execution.pool.queue-capacity (use gmp.queue-capacity)"
                                + "; spring.task.scheduling.pool.size (there is no pool: gmp.max-procs says how many tasks run at once)");
    }

    @Test
    void namesThoseOfWebServersOnlyWhereRequestsAreGoroutines(CapturedOutput output) {
        runner.withPropertyValues("server.tomcat.threads.max=50").run(context -> {});
        assertThat(output).doesNotContain(WARNING);
        runner.withPropertyValues(
                        "server.tomcat.threads.max=50",
                        "server.jetty.threads.max-queue-capacity=7",
                        "gmp.web.enabled=true")
                .run(context -> {});
        assertThat(output)
                .contains("server.tomcat.threads.max (use server.tomcat.max-connections)")
                .contains("server.jetty.threads.max-queue-capacity (use gmp.queue-capacity)");
    }

    @Test
    void isSilentAboutWhatCounts(CapturedOutput output) {
        runner.withPropertyValues(
                        "spring.task.execution.propagate-context=true",
                        "spring.task.scheduling.shutdown.await-termination=true",
                        "gmp.queue-capacity=100")
                .run(context -> {});
        assertThat(output).doesNotContain(WARNING);
    }

    @Test
    void isSilentWhereBootsPoolsAreUsed(CapturedOutput output) {
        runner.withPropertyValues("spring.task.execution.mode=force", "spring.task.execution.pool.max-size=8")
                .run(context -> assertThat(context).doesNotHaveBean(GmpTaskExecutor.class));
        runner.withPropertyValues("gmp.mode=off", "spring.task.execution.pool.max-size=8")
                .run(context -> {});
        assertThat(output).doesNotContain(WARNING);
    }

    /** A property that Boot adds, or renames, is to be thought about. */
    @Test
    void knowsEveryPropertyThatBootHas(CapturedOutput output) throws IOException {
        List<String> boots = new ArrayList<>();
        Enumeration<URL> files =
                getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json");
        for (URL file : Collections.list(files)) {
            try (InputStream json = file.openStream()) {
                for (JsonNode property : new JsonMapper().readTree(json).get("properties")) {
                    String name = property.get("name").asString();
                    if (name.matches("spring\\.task\\.(execution|scheduling)\\..*|server\\.tomcat\\.threads\\..*")) {
                        boots.add(name);
                    }
                }
            }
        }
        assertThat(boots).hasSizeGreaterThan(15);
        boots.removeIf(List.of(
                "spring.task.execution.mode",
                "spring.task.execution.propagate-context",
                "spring.task.scheduling.shutdown.await-termination",
                "spring.task.scheduling.shutdown.await-termination-period")::contains);
        List<String> settings = new ArrayList<>(boots.stream()
                .map(name -> name + "="
                        + (name.matches(".*(keep-alive|period)")
                                ? "1s"
                                : name.matches(".*(size|limit|capacity|max|spare)") ? "1" : "true"))
                .toList());
        settings.add("gmp.web.enabled=true");
        runner.withPropertyValues(settings.toArray(String[]::new))
                .run(context -> assertThat(context).hasNotFailed());
        List<String> named = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("((?:spring\\.task|server)\\.[a-z.-]+) \\(").matcher(output);
        while (matcher.find()) {
            named.add(matcher.group(1));
        }
        assertThat(named).containsExactlyInAnyOrderElementsOf(boots);
    }
}
