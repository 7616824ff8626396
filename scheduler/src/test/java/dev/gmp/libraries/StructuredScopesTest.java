package dev.gmp.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.internal.jdk.ForkedJvm;
import dev.gmp.internal.jdk.VirtualThreads;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Structured concurrency and scoped values. The former is a preview, so the program is compiled and run by a JVM of its
 * own, from its source.
 */
@Tag("long")
class StructuredScopesTest {

    private static final int FIRST_FEATURE = 25;

    @Test
    void subtasksAreGoroutinesAndBehaveAsOnAnyVirtualThread() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        int feature = Runtime.version().feature();
        assumeTrue(feature >= FIRST_FEATURE, "the API of JDK " + FIRST_FEATURE);
        Path program = Path.of(
                StructuredScopesTest.class.getResource("StructuredScopes.java").toURI());

        ForkedJvm.Result result = ForkedJvm.same()
                .with("--enable-preview", "--source", Integer.toString(feature))
                .with("--add-opens=java.base/java.lang=ALL-UNNAMED")
                .with("-cp", ForkedJvm.classPath(), program.toString())
                .run();

        assertThat(result.out().lines())
                .as(result.err())
                .containsExactly(
                        "sum " + 20 * 64,
                        "on goroutines " + 20 * 127,
                        "scoped values ada grace ada false",
                        "first quick",
                        "failure planted 10");
        assertThat(result.exitCode()).isZero();
    }
}
