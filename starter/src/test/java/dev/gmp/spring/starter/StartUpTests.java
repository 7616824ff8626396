package dev.gmp.spring.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the starter costs a web application at its start: the same one is started with it and without it in turns, each in a
 * JVM of its own. A report to read, for a machine that does nothing else; CONTRIBUTING.md has the command.
 */
@Tag("long")
class StartUpTests {

    private static final int PAIRS = Integer.getInteger("gmp.start-up.pairs", 10);
    private static final Path REPORT = Path.of("target", "start-up.md");

    private static final String MAIN_CLASS = """
            package shop;

            import java.lang.management.ManagementFactory;
            import java.nio.file.*;
            import org.springframework.boot.*;
            import org.springframework.boot.autoconfigure.SpringBootApplication;
            import org.springframework.scheduling.annotation.*;
            import org.springframework.web.bind.annotation.*;

            @SpringBootApplication
            @EnableAsync
            @EnableScheduling
            @RestController
            public class Shop {

                public static void main(String[] args) throws Exception {
                    try (var shop = SpringApplication.run(Shop.class, args)) {
                        long millis = ManagementFactory.getRuntimeMXBean().getUptime();
                        long classes = ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
                        System.gc();
                        String kilobytes = Files.readString(Path.of("/proc/self/status"))
                                .replaceAll("(?s).*VmRSS:\\\\s*(\\\\d+) kB.*", "$1");
                        System.out.println("RESULT " + millis + " " + classes + " " + kilobytes);
                    }
                }

                @Async
                public void place() {}

                @Scheduled(fixedDelay = 1000)
                public void count() {}

                @GetMapping("/order")
                String order() {
                    return "placed";
                }
            }
            """;

    /** One start. */
    private record Start(long millis, long classes, long kilobytes) {}

    @Test
    void costsNextToNothing(@TempDir Path project) throws Exception {
        String with = System.getProperty("java.class.path");
        String without = Arrays.stream(with.split(File.pathSeparator))
                .filter(entry ->
                        !entry.matches(".*/(scheduler|process|autoconfigure|starter)/target/.*|.*/gmp-.*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(without).isNotEqualTo(with);
        Path classes = compile(project, without);
        start(project, classes, with); // both have read their files from the disk then
        start(project, classes, without);

        List<Start> ours = new ArrayList<>();
        List<Start> plain = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            boolean isFirst = pair % 2 == 0; // neither always comes after the other
            if (isFirst) {
                ours.add(start(project, classes, with));
            }
            plain.add(start(project, classes, without));
            if (!isFirst) {
                ours.add(start(project, classes, with));
            }
        }
        String report = "| | without | with | more, median of %d pairs | interval of that |\n|---|---|---|---|---|\n"
                        .formatted(PAIRS)
                + row("until the application is ready, ms", plain, ours, Start::millis)
                + row("classes loaded", plain, ours, Start::classes)
                + row("resident memory after a collection, KB", plain, ours, Start::kilobytes);
        Files.writeString(REPORT, report);
        System.out.println(report);
    }

    private static String row(String what, List<Start> plain, List<Start> ours, ToLongFunction<Start> figure) {
        long[] more = new long[PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            more[pair] = figure.applyAsLong(ours.get(pair)) - figure.applyAsLong(plain.get(pair));
        }
        Arrays.sort(more);
        // Without an assumption about how they are spread: of ten, from the second to the ninth, 97.9 in 100.
        int cut = PAIRS / 5 - 1;
        String interval = cut < 0 ? "" : "%,d to %,d".formatted(more[cut], more[PAIRS - 1 - cut]);
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %,d | %,d | %s |\n",
                what,
                median(plain, figure),
                median(ours, figure),
                median(more),
                interval);
    }

    private static long median(List<Start> starts, ToLongFunction<Start> figure) {
        return median(starts.stream().mapToLong(figure).sorted().toArray());
    }

    private static long median(long[] sorted) {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static Path compile(Path project, String classPath) throws Exception {
        Path source = Files.writeString(project.resolve("Shop.java"), MAIN_CLASS);
        Path classes = Files.createDirectory(project.resolve("classes"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                classPath,
                                "-d",
                                classes.toString(),
                                source.toString()))
                .isZero();
        return classes;
    }

    private static Start start(Path project, Path classes, String classPath) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String text = Newcomer.run(
                project,
                0,
                List.of(java, "-cp", classes + File.pathSeparator + classPath, "shop.Shop", "--server.port=0"));
        String result = text.lines()
                .filter(line -> line.startsWith("RESULT "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(text));
        String[] figures = result.split(" ");
        return new Start(Long.parseLong(figures[1]), Long.parseLong(figures[2]), Long.parseLong(figures[3]));
    }
}
