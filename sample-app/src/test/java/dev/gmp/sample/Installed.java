package dev.gmp.sample;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Programs of the machine that tests need and do not bring. */
public final class Installed {

    private Installed() {}

    /** Where a program stands on the path. A test that asks for one that is missing is skipped, with the package that has it. */
    public static Path program(String name, String debianPackage) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() ->
                        Assumptions.abort("%s is not installed: apt-get install %s".formatted(name, debianPackage)));
    }
}
