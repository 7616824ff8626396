package dev.gmp.internal.jdk;

import static dev.gmp.internal.jdk.ForkedJvm.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.internal.jdk.ForkedJvm.Result;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each way to start a JVM, for real: what is available, what is said, and that nothing else is printed. */
class OpenedPackageTest {
    private static final String OPENED = "--add-opens=java.base/java.lang=ALL-UNNAMED";
    private static final String WHAT_TO_ADD = "virtual goroutines need the package java.lang opened: start the JVM with"
            + " --add-opens java.base/java.lang=ALL-UNNAMED, or, where it starts an executable jar (java -jar),"
            + " put the entry 'Add-Opens: java.base/java.lang' into the jar's manifest";

    @Test
    void theFlagMakesThemAvailable() {
        assumeJdk21();
        expect(ForkedJvm.same().with(OPENED).runMain(ReportProgram.class), "available");
    }

    @Test
    void withoutTheFlagTheReasonSaysWhatToAdd() {
        assumeJdk21();
        expect(ForkedJvm.same().runMain(ReportProgram.class), "reason: " + WHAT_TO_ADD);
    }

    @Test
    void theManifestOfAnExecutableJarMakesThemAvailable(@TempDir Path folder) {
        assumeJdk21();
        Path jar = ProgramJar.write(folder.resolve("app.jar"), manifest -> {
            manifest.put(Attributes.Name.MAIN_CLASS, ReportProgram.class.getName());
            manifest.putValue("Add-Opens", "java.base/java.lang");
        });

        expect(ForkedJvm.same().with("-jar", jar.toString()).run(), "available");
    }

    @Test
    void theManifestOfALibraryDoesNot(@TempDir Path folder) {
        assumeJdk21();
        Path jar = ProgramJar.write(
                folder.resolve("library.jar"), manifest -> manifest.putValue("Add-Opens", "java.base/java.lang"));

        Result result = ForkedJvm.same()
                .with("-cp", jar.toString(), ReportProgram.class.getName())
                .run();

        expect(result, "reason: " + WHAT_TO_ADD);
    }

    @Test
    void aNamedModuleIsToldItsOwnName(@TempDir Path folder) {
        assumeJdk21();
        Path jar = ProgramJar.write(
                folder.resolve("gmp.jar"), manifest -> manifest.putValue("Automatic-Module-Name", "dev.gmp"));
        String main = "dev.gmp/" + ReportProgram.class.getName();

        expect(
                ForkedJvm.same().with("-p", jar.toString(), "-m", main).run(),
                "reason: virtual goroutines need the package java.lang opened: start the JVM with"
                        + " --add-opens java.base/java.lang=dev.gmp");
        expect(
                ForkedJvm.same()
                        .with("--add-opens=java.base/java.lang=dev.gmp", "-p", jar.toString(), "-m", main)
                        .run(),
                "available");
    }

    @Test
    void aJvmWithoutContinuationsIsNamed() {
        assumeJdk21();
        Result result = ForkedJvm.same()
                .with(OPENED, "-XX:+UnlockExperimentalVMOptions", "-XX:-VMContinuations")
                .runMain(ReportProgram.class);

        assertThat(result.out())
                .startsWith("reason: virtual goroutines need a JVM that can unmount virtual threads")
                .contains(System.getProperty("java.vm.name"));
    }

    /** What GraalVM sets in an image, here on a JVM. */
    @Test
    void aNativeImageLooksForNothingEvenWhenOpened() {
        assumeJdk21();
        expect(
                ForkedJvm.same()
                        .with(OPENED, "--enable-native-access=ALL-UNNAMED")
                        .with("-Dorg.graalvm.nativeimage.imagecode=runtime")
                        .runMain(ReportProgram.class, "image"),
                "reason: virtual goroutines need a JVM, and this is a native image");
    }

    @Test
    void jdk17IsToldThatItIsTooOldEvenWhenOpened() {
        Optional<Path> jdk17 = InstalledJdks.find(17);
        assumeTrue(jdk17.isPresent(), "no JDK 17 found on this machine");

        expect(
                ForkedJvm.of(jdk17.orElseThrow()).with(OPENED).runMain(ReportProgram.class),
                "reason: virtual goroutines need JDK 21 or later, this is 17");
    }

    private static void assumeJdk21() {
        assumeTrue(Runtime.version().feature() >= 21, "these tests fork this JDK, and it has no virtual threads");
    }
}
