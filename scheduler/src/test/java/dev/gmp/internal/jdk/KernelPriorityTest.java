package dev.gmp.internal.jdk;

import static dev.gmp.internal.jdk.ForkedJvm.expect;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Each way to start a JVM, for real: what is available, what is said, and that nothing else is printed. */
@EnabledOnOs(OS.LINUX)
class KernelPriorityTest {
    private static final String GRANTED = "--enable-native-access=ALL-UNNAMED";
    private static final String WHAT_TO_ADD = "it needs native access: start the JVM with"
            + " --enable-native-access=ALL-UNNAMED, or, where it starts an executable jar (java -jar),"
            + " put the entry 'Enable-Native-Access: ALL-UNNAMED' into the jar's manifest";

    @Test
    void theFlagMakesItAvailable() {
        assumeJdk22();
        expect(ForkedJvm.same().with(GRANTED).runMain(PriorityProgram.class), "available");
    }

    @Test
    void withoutTheFlagTheReasonSaysWhatToAdd() {
        assumeJdk22();
        expect(ForkedJvm.same().runMain(PriorityProgram.class), "reason: " + WHAT_TO_ADD);
    }

    @Test
    void theManifestOfAnExecutableJarMakesItAvailable(@TempDir Path folder) {
        assumeJdk22();
        Path jar = ProgramJar.write(folder.resolve("app.jar"), manifest -> {
            manifest.put(Attributes.Name.MAIN_CLASS, PriorityProgram.class.getName());
            manifest.putValue("Enable-Native-Access", "ALL-UNNAMED");
        });

        expect(ForkedJvm.same().with("-jar", jar.toString()).run(), "available");
    }

    @Test
    void jdk17IsToldThatItIsTooOldEvenWhenGranted() {
        Optional<Path> jdk17 = InstalledJdks.find(17);
        assumeTrue(jdk17.isPresent(), "no JDK 17 found on this machine");

        expect(
                ForkedJvm.of(jdk17.orElseThrow()).with(GRANTED).runMain(PriorityProgram.class),
                "reason: it needs JDK 22 or later, this is 17");
    }

    private static void assumeJdk22() {
        assumeTrue(Runtime.version().feature() >= 22, "these tests fork this JDK, which is too old");
    }
}
