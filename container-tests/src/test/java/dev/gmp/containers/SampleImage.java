package dev.gmp.containers;

import com.github.dockerjava.api.exception.NotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.ImageFromDockerfile;

/** The image of the sample: its executable jar on a Java runtime, with texts to search that are the same each time. */
final class SampleImage {

    static final String TEXTS = "/texts";

    /** A search through all texts that finds nothing, and takes about 0.1 s of a CPU. */
    static final String QUERY = "[a-z]+qqq[0-9]";

    /** A search that backtracks in one of the texts for longer than anybody waits. */
    static final String ENDLESS_QUERY = "(a+)+\\1$";

    private static final String ENDLESS_TEXT = "a".repeat(200) + "!";

    /** Four goroutines search them: the sample puts a MB into a shard. */
    private static final int FILES = 64;

    private static final int FILE_LENGTH = 65_536;

    private static final String MADE_HERE = "gmp-jdk:local";
    private static final String PULLED = "eclipse-temurin:25-jre";

    private static final ImageFromDockerfile IMAGE = build();

    private SampleImage() {}

    /** Made once for all tests. */
    static ImageFromDockerfile image() {
        return IMAGE;
    }

    /** What it stands on: the property {@code container.image}, or else that of {@code base-image.sh}, or one that is pulled. */
    static String base() {
        String chosen = System.getProperty("container.image", "");
        if (!chosen.isEmpty()) {
            return chosen;
        }
        try {
            DockerClientFactory.lazyClient().inspectImageCmd(MADE_HERE).exec();
            return MADE_HERE;
        } catch (NotFoundException e) {
            return PULLED;
        }
    }

    private static ImageFromDockerfile build() {
        Path jar = Path.of(Objects.requireNonNull(System.getProperty("sample.jar"), "sample.jar"));
        if (!Files.exists(jar)) {
            throw new IllegalStateException("%s is missing: mvn verify makes it, mvn test does not".formatted(jar));
        }
        ImageFromDockerfile image = new ImageFromDockerfile("gmp-sample-app:test")
                .withFileFromString("Dockerfile", """
                        FROM %s
                        COPY texts %s
                        COPY app.jar /app/app.jar
                        WORKDIR /tmp
                        ENTRYPOINT ["java", "-jar", "/app/app.jar"]
                        """.formatted(base(), TEXTS))
                .withFileFromPath("app.jar", jar)
                .withFileFromString("texts/endless.txt", ENDLESS_TEXT);
        SplittableRandom random = new SplittableRandom(1);
        for (int file = 0; file < FILES; file++) {
            image.withFileFromString("texts/%02d.txt".formatted(file), text(random));
        }
        return image;
    }

    /** Lines of ten words of two to ten letters. */
    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder(FILE_LENGTH);
        for (int words = 1; text.length() < FILE_LENGTH - 12; words++) {
            int letters = random.nextInt(2, 11);
            random.ints(letters, 'a', 'z' + 1).forEach(letter -> text.append((char) letter));
            text.append(words % 10 == 0 ? '\n' : ' ');
        }
        return text.append('\n').toString();
    }
}
