package dev.gmp.internal.jdk;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** This package and its tests as one jar. */
final class ProgramJar {
    private ProgramJar() {}

    static Path write(Path jar, Consumer<Attributes> manifestEntries) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifestEntries.accept(manifest.getMainAttributes());
        String packageFolder = ProgramJar.class.getPackageName().replace('.', '/');
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (Class<?> of : List.of(VirtualThreads.class, ProgramJar.class)) {
                addClasses(out, ForkedJvm.locationOf(of).resolve(packageFolder), packageFolder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar;
    }

    private static void addClasses(JarOutputStream out, Path folder, String packageFolder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                if (!file.getFileName().toString().equals("package-info.class")) {
                    out.putNextEntry(new JarEntry(packageFolder + "/" + file.getFileName()));
                    Files.copy(file, out);
                }
            }
        }
    }
}
