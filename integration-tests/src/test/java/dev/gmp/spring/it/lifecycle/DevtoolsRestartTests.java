package dev.gmp.spring.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.it.EndedJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * A restart by devtools, which closes the context and loads the classes anew, leaves no thread of the scheduler behind; and
 * tasks find the new classes, although the starter is not among them.
 */
class DevtoolsRestartTests {

    @Test
    void ofDirectGoroutines(@TempDir Path folder) throws Exception {
        restart(folder, "direct", List.of());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void ofVirtualGoroutines(@TempDir Path folder) throws Exception {
        restart(folder, "virtual", List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    }

    private static void restart(Path folder, String goroutines, List<String> options) throws Exception {
        List<String> command = new ArrayList<>(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(RestartedApplication.class.getName(), "--gmp.goroutines=" + goroutines));
        String text = EndedJvm.of(folder.resolve("output.txt"), command).output();
        List<String> results =
                text.lines().filter(line -> line.startsWith("RESULT ")).toList();
        assertThat(results).as(text).hasSize(RestartedApplication.GENERATIONS);
        assertThat(results)
                .allSatisfy(result -> assertThat(result)
                        .contains(" before=[] ")
                        .doesNotContain(" after=0 ")
                        .endsWith(" starter=AppClassLoader application=RestartClassLoader tasks=same"));
    }
}
