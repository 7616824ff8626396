package dev.gmp.spring.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * What somebody gets who adds the starter to an empty web project with Actuator and writes one class. The project is
 * written, compiled and run here, in a JVM of its own, with this module's class path, which is the starter and Boot's two, and
 * no line of configuration.
 */
@Tag("long")
class NewcomerProjectTests {

    @Test
    void asyncScheduledMvcAndMetersRunOnTheSchedulerWithNoFurtherLine(@TempDir Path project) throws Exception {
        Newcomer.assertThatAllRunsOnTheScheduler(run(project, 0));
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
        Path source = Newcomer.copy("Shop.java", project);
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
        return Newcomer.run(project, exitCode, command);
    }
}
