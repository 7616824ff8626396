package dev.gmp.spring.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.it.EndedJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A restart by devtools, which closes the context and loads the classes anew, leaves no thread of the scheduler behind; and
 * tasks find the new classes, although the starter is not among them.
 */
@Tag("long")
class DevtoolsRestartTests {

    /** Each kind leaves none to the next start. */
    @Test
    void restartsOfBothKindsOfGoroutines(@TempDir Path folder) throws Exception {
        String other = Runtime.version().feature() >= 21 ? "virtual" : "direct";
        List<String> goroutines = List.of("direct", other, "direct");
        List<String> command = new ArrayList<>(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RestartedApplication.class.getName()));
        command.addAll(goroutines);
        String text = EndedJvm.of(folder.resolve("output.txt"), command).output();
        List<String> results =
                text.lines().filter(line -> line.startsWith("RESULT ")).toList();
        assertThat(results).as(text).hasSameSizeAs(goroutines);
        for (int i = 0; i < goroutines.size(); i++) {
            assertThat(results.get(i))
                    .contains(" goroutines=" + goroutines.get(i).toUpperCase(Locale.ROOT) + " ", " before=[] ")
                    .doesNotContain(" after=0 ")
                    .endsWith(" starter=AppClassLoader application=RestartClassLoader tasks=same");
        }
    }
}
