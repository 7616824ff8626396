package dev.gmp.benchmarks.ab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The main class of a jar that measures nothing: it writes the figure that its file {@code figure} names. */
final class ImitatedBenchmarks {
    private static final String FIGURE = "figure";

    private ImitatedBenchmarks() {}

    /** @param figure what it will say it has measured, whatever it is asked for; it fails if this is no number */
    static Path jar(Path file, String figure) throws IOException {
        return jar(file, ImitatedBenchmarks.class, figure);
    }

    /** A small jar with this main class and the class path of this JVM. */
    static Path jar(Path file, Class<?> main, String figure) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(System.getProperty("path.separator")))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .reduce((one, other) -> one + " " + other)
                                .orElseThrow());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            jar.putNextEntry(new JarEntry(FIGURE));
            jar.write(figure.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    public static void main(String... arguments) throws IOException {
        List<String> words = List.of(arguments);
        String workload = words.get(words.indexOf("--workloads") + 1);
        String peer = words.get(words.indexOf("--peers") + 1);
        Path folder = Path.of(words.get(words.indexOf("--output") + 1));
        try (InputStream stream = ImitatedBenchmarks.class.getResourceAsStream("/" + FIGURE)) {
            double figure = Double.parseDouble(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
            Files.writeString(
                    folder.resolve("some.csv"),
                    "round,work,unit,peer,value%n1,\"%s\",ns a task,%s,%f%n".formatted(workload, peer, figure));
        }
    }
}
