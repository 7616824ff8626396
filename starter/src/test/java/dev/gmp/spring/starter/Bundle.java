package dev.gmp.spring.starter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;

/** The folder that {@code mvn -Prelease deploy} has filled; the profile "bundle" says where it is. */
final class Bundle {

    static final Path FOLDER = Path.of(System.getProperty("release.bundle")).toAbsolutePath();

    static final List<String> JARS = List.of(
            "gmp-scheduler", "gmp-process", "gmp-process-cluster", "gmp-spring-boot", "gmp-spring-boot-starter");

    private Bundle() {}

    /** All that is deployed of an artifact in this version, without checksums. */
    static List<Path> files(String artifact) throws IOException {
        try (Stream<Path> files = Files.list(folder(artifact))) {
            return files.filter(file -> !file.toString().matches(".*\\.(md5|sha1|sha256|sha512)"))
                    .filter(file -> !file.getFileName().toString().startsWith("maven-metadata"))
                    .sorted()
                    .toList();
        }
    }

    /** The one whose name ends so after the version, of which a snapshot has the time in it. */
    static Path file(String artifact, String end) throws IOException {
        List<Path> found = files(artifact).stream()
                .filter(file -> end(artifact, file).equals(end))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found + " instead of one " + artifact + end);
        }
        return found.get(0);
    }

    /** What follows the version in a file's name: ".jar" or "-sources.jar", for instance. */
    static String end(String artifact, Path file) {
        return file.getFileName()
                .toString()
                .substring(artifact.length() + 1)
                .replaceFirst("^[0-9.]+(-SNAPSHOT|-[0-9]{8}\\.[0-9]{6}-[0-9]+|-(M|RC)[0-9]+)?(?=[-.][a-z])", "");
    }

    static Document pom(String artifact) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setIgnoringComments(true);
        return factory.newDocumentBuilder().parse(file(artifact, ".pom").toFile());
    }

    static String version() throws IOException {
        return folder("gmp-bom").getFileName().toString();
    }

    private static Path folder(String artifact) throws IOException {
        try (Stream<Path> versions = Files.list(FOLDER.resolve("dev/gmp").resolve(artifact))) {
            return versions.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }
}
