package dev.gmp.spring.it.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.spring.it.EndedJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;

/**
 * An application with web and Actuator that Boot's processor has processed ahead of time, as its build plugins do, starts with
 * {@code spring.aot.enabled=true}, and each part of it runs on the scheduler.
 */
@Tag("long")
class AheadOfTimeApplicationTests {

    /** What the module's other tests need, and would be auto-configured here. */
    private static final Pattern OTHERS = Pattern.compile(
            "(h2|HikariCP|.*(devtools|graphql|hibernate|integration|jdbc|jetty|jpa|netty|opentelemetry|prometheus|security|tracing|webflux|websocket)).*\\.jar");

    private static final List<String> SETTINGS = List.of(
            "--server.port=0",
            "--gmp.web.enabled=true",
            "--management.endpoints.web.exposure.include=*",
            "--gmp.schedulers.orders.max-goroutines=2",
            "--gmp.schedulers.batch.max-procs=1");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void processAndCompile() throws Exception {
        List<String> processing = new ArrayList<>(List.of(
                SpringApplicationAotProcessor.class.getName(),
                ProcessedApplication.class.getName(),
                folder.resolve("sources").toString(),
                folder.resolve("classes").toString(),
                folder.resolve("classes").toString(),
                "dev.gmp",
                "processed"));
        processing.addAll(SETTINGS);
        java(List.of("-cp", classPath()), processing);
        compile();
    }

    @Test
    void everyPartRunsOnTheScheduler() throws Exception {
        Map<String, String> results = run(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        assertThat(results).containsEntry("goroutines", Runtime.version().feature() >= 21 ? "VIRTUAL" : "DIRECT");
        assertResults(results);
    }

    /** What GraalVM sets in an image makes Spring and the scheduler leave out what does not work there, here on a JVM. */
    @Test
    void withoutWhatDoesNotWorkInANativeImageToo() throws Exception {
        assumeTrue(Runtime.version().feature() >= 25, "Spring Boot asks for Java 25 in a native image");
        Map<String, String> results = run(List.of(
                "-Dorg.graalvm.nativeimage.imagecode=runtime", "--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        assertThat(results).containsEntry("goroutines", "DIRECT");
        assertResults(results);
    }

    private static void assertResults(Map<String, String> results) {
        assertThat(results)
                .containsEntry("generated", "true")
                .containsEntry("endpoint", "true")
                .containsEntry("page", "true")
                .containsEntry("health", "true")
                .containsEntry("meters", "2");
        for (String part : List.of("async", "orders", "scheduled", "injected", "web")) {
            assertThat(results.get(part)).as(part).startsWith("gmp-default-");
        }
        assertThat(results.get("batch")).startsWith("gmp-batch-");
    }

    private static Map<String, String> run(List<String> options) throws Exception {
        List<String> before = new ArrayList<>(options);
        before.addAll(List.of("-Dspring.aot.enabled=true", "-cp"));
        before.add(folder.resolve("classes") + File.pathSeparator + classPath());
        List<String> after = new ArrayList<>(List.of(ProcessedApplication.class.getName()));
        after.addAll(SETTINGS);
        return java(before, after)
                .lines()
                .filter(line -> line.startsWith(ProcessedApplication.RESULT))
                .map(line ->
                        line.substring(ProcessedApplication.RESULT.length()).split(" ", 2))
                .collect(Collectors.toMap(words -> words[0], words -> words[1]));
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !OTHERS.matcher(new File(entry).getName()).matches())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xlint:none", "-parameters"));
        String classes = folder.resolve("classes").toString();
        arguments.addAll(List.of("-cp", classes + File.pathSeparator + classPath(), "-d", classes));
        try (Stream<Path> files = Files.walk(folder.resolve("sources"))) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    /** @return what it has printed */
    private static String java(List<String> options, List<String> mainClassAndArguments) throws Exception {
        List<String> command = new ArrayList<>(options);
        command.addAll(mainClassAndArguments);
        EndedJvm jvm = EndedJvm.of(Files.createTempFile(folder, "output", ".txt"), command);
        assertThat(jvm.exitCode()).as(jvm.output()).isZero();
        return jvm.output();
    }
}
