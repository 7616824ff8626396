package dev.gmp.spring.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * What somebody gets who adds the starter to an empty web project with Actuator and writes one class. The project is
 * written, compiled and run here, in a JVM of its own, with this module's class path, which is the starter and Boot's two, and
 * no line of configuration.
 */
class NewcomerProjectTests {

    private static final String MAIN_CLASS = """
            package shop;

            import io.micrometer.core.instrument.MeterRegistry;
            import java.util.concurrent.*;
            import org.springframework.boot.*;
            import org.springframework.boot.autoconfigure.SpringBootApplication;
            import org.springframework.boot.web.server.context.WebServerApplicationContext;
            import org.springframework.context.ConfigurableApplicationContext;
            import org.springframework.context.annotation.Bean;
            import org.springframework.scheduling.annotation.*;
            import org.springframework.web.bind.annotation.*;
            import org.springframework.web.client.RestClient;

            @SpringBootApplication
            @EnableAsync
            @EnableScheduling
            public class Shop {

                public static void main(String[] args) throws Exception {
                    try (ConfigurableApplicationContext shop = SpringApplication.run(Shop.class, args)) {
                        Orders orders = shop.getBean(Orders.class);
                        int port = ((WebServerApplicationContext) shop).getWebServer().getPort();
                        String answer = RestClient.create("http://localhost:" + port)
                                .get().uri("/order").retrieve().body(String.class);
                        double created = shop.getBean(MeterRegistry.class)
                                .get("gmp.goroutines.created").functionCounter().count();
                        System.out.println("RESULT async " + orders.place().get(100, TimeUnit.SECONDS));
                        System.out.println("RESULT scheduled " + Orders.counted.get(100, TimeUnit.SECONDS));
                        System.out.println("RESULT mvc " + answer);
                        System.out.println("RESULT meters " + (created >= 2));
                        System.out.println("RESULT pools " + shop.getBeanNamesForType(
                                org.springframework.scheduling.concurrent.ExecutorConfigurationSupport.class).length);
                    }
                }
            }

            @RestController
            class Orders {

                static final CompletableFuture<String> counted = new CompletableFuture<>();

                @Async
                CompletableFuture<String> place() {
                    return CompletableFuture.completedFuture(Thread.currentThread().getName());
                }

                @Scheduled(fixedDelay = 1000)
                void count() {
                    counted.complete(Thread.currentThread().getName());
                }

                @GetMapping("/order")
                Callable<String> order() {
                    return () -> Thread.currentThread().getName();
                }
            }
            """;

    @Test
    void asyncScheduledMvcAndMetersRunOnTheSchedulerWithNoFurtherLine(@TempDir Path project) throws Exception {
        String output = run(project, 0);

        Map<String, String> results = output.lines()
                .filter(line -> line.startsWith("RESULT "))
                .map(line -> line.split(" ", 3))
                .collect(Collectors.toMap(words -> words[1], words -> words[2]));
        assertThat(results).containsOnlyKeys("async", "scheduled", "mvc", "meters", "pools");
        assertThat(results.get("async")).startsWith("gmp-default-");
        assertThat(results.get("scheduled")).startsWith("gmp-default-");
        assertThat(results.get("mvc")).startsWith("gmp-default-");
        assertThat(results).containsEntry("meters", "true").containsEntry("pools", "0");
    }

    /** The JVM is started as anybody starts one, so the package is closed. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualGoroutinesThatAreAskedForByNameSayWhatToAdd(@TempDir Path project) throws Exception {
        assertThat(run(project, 1, "--gmp.goroutines=virtual"))
                .contains("APPLICATION FAILED TO START")
                .contains("Invalid value 'virtual' for configuration property 'gmp.goroutines'")
                .contains("--add-opens java.base/java.lang=ALL-UNNAMED")
                .contains("Add-Opens: java.base/java.lang")
                .doesNotContain("at dev.gmp");
    }

    private static Path compile(Path project, String classPath) throws IOException {
        Path source = Files.writeString(project.resolve("Shop.java"), MAIN_CLASS);
        Path classes = Files.createDirectory(project.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            null,
                            files,
                            null,
                            List.of("-proc:none", "-parameters", "-d", classes.toString(), "-cp", classPath),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).isTrue();
        }
        return classes;
    }

    /** @return what it printed */
    private static String run(Path project, int exitCode, String... arguments) throws Exception {
        String classPath = System.getProperty("java.class.path");
        Path classes = compile(project, classPath);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classes + File.pathSeparator + classPath,
                "shop.Shop",
                "--server.port=0"));
        command.addAll(List.of(arguments));
        Path output = project.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(200, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isEqualTo(exitCode);
        return text;
    }
}
