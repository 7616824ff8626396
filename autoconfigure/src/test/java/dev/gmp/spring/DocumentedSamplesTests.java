package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every piece of Java in the documents compiles: as members of a class, or as statements of a method. */
class DocumentedSamplesTests {

    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    /** Its samples belong together. */
    private static final Path WHOLE = Path.of("features", "cluster.md");

    private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;\n");

    /** The end of a task in a lambda expression, as the samples have it, and not that of the sample. */
    private static final String END_OF_TASK = "return null;";

    /** What stands in samples for libraries that are not here. {@code ProtectedEndpointsTests} runs that for Spring Security. */
    private static final List<String> OTHER_LIBRARIES = List.of("SecurityFilterChain", "Schedulers.from(");

    /** What the samples speak of and do not define. */
    private static final String CLASS = """
            import dev.gmp.*;
            import dev.gmp.channel.*;
            import dev.gmp.net.*;
            import dev.gmp.observe.jfr.*;
            import dev.gmp.observe.trace.*;
            import dev.gmp.process.*;
            import dev.gmp.process.cluster.*;
            import dev.gmp.spring.cluster.*;
            import dev.gmp.spring.endpoint.*;
            import dev.gmp.spring.task.*;
            import java.io.*;
            import java.net.*;
            import java.nio.*;
            import java.nio.file.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import jdk.jfr.*;
            import org.springframework.boot.ApplicationRunner;
            import org.springframework.context.annotation.*;
            import org.springframework.core.task.*;
            import org.springframework.http.HttpStatus;
            import org.springframework.scheduling.TaskScheduler;
            import org.springframework.scheduling.annotation.*;
            import org.springframework.stereotype.*;
            import org.springframework.web.bind.annotation.*;

            class Sample {
                GmpScheduler scheduler;
                SocketAddress address;
                ByteBuffer request;
                ByteBuffer response;
                String pattern;
                Prices prices;
                Supplier supplier;
                Payments payments;
                Orders orders;
                Processes processes;
                CompletableFuture<Integer> answer;
                List<Path> files;
                Channel<Hit> hits;
                Channel<Hit> best;
                Channel<String> warnings;

                List<Hit> hitsIn(Path file) {
                    return List.of();
                }

                void findAll(List<Path> files, Channel<Hit> hits) {}

                void show(Hit hit) {}

                void warn(String text) {}

                record Hit(Path file, int line) {}

                int search(String text) {
                    return text.length();
                }

                void serve(NetConnection connection) {}

                interface Alerts {
                    void raise(Throwable thrown);
                }

                interface Prices {
                    void replaceWith(Object prices);

                    void compact();
                }

                interface Payments {
                    Receipt charge(Order order);
                }

                interface Orders {
                    void retryFailed();
                }

                record HowFar(CompletableFuture<Integer> answer) {}

                interface Order {}

                interface Receipt {}

                interface Supplier {
                    Object fetch();
                }

                %s
            }
            """;

    private static List<Sample> samples() throws IOException {
        List<Sample> samples = new ArrayList<>();
        Path root = Path.of("..");
        List<Path> documents = new ArrayList<>(List.of(root.resolve("README.md")));
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(path -> path.toString().endsWith(".md"))
                    .filter(path ->
                            !path.endsWith("processes.md")) // its samples belong together: ProcessGuideTests runs them
                    .forEach(documents::add);
        }
        for (Path document : documents) {
            if (document.endsWith(WHOLE)) {
                samples.add(Sample.whole(document));
                continue;
            }
            Matcher matcher = JAVA.matcher(Files.readString(document));
            while (matcher.find()) {
                String code = matcher.group(1);
                if (OTHER_LIBRARIES.stream().noneMatch(code::contains)) {
                    samples.add(new Sample(document.getFileName().toString(), code));
                }
            }
        }
        assertThat(samples).hasSizeGreaterThanOrEqualTo(4);
        return samples;
    }

    /** All at once, since javac mostly reads the class path. Each is in a package of its own, and sees no other. */
    @Test
    void compile(@TempDir Path classes) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Sample sample : samples()) {
            sources.add(new Source(sample, "sample" + sources.size()));
        }
        StringWriter messages = new StringWriter();

        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(
                        messages,
                        null,
                        null,
                        List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")),
                        null,
                        sources)
                .call();

        assertThat(compiled).as("%s", messages).isTrue();
    }

    record Sample(String document, String code) {

        /** All samples of a document together. */
        static Sample whole(Path document) throws IOException {
            String code = JAVA.matcher(Files.readString(document))
                    .results()
                    .map(result -> result.group(1))
                    .collect(Collectors.joining("\n"));
            return new Sample(WHOLE.toString(), code);
        }

        String imports() {
            return IMPORT.matcher(code)
                    .results()
                    .map(MatchResult::group)
                    .distinct()
                    .collect(Collectors.joining());
        }

        String inPackage(String name) {
            String body = IMPORT.matcher(code).replaceAll("").replace("...", "");
            boolean isMember = isWhole() || body.startsWith("@") || body.startsWith("void ");
            String end = body.replace(END_OF_TASK, "").contains("return ") ? "" : "return null;";
            String member = isMember ? body : "Object run() throws Exception {\n" + body + end + "\n}";
            return "package " + name + ";\n" + imports() + CLASS.formatted(member);
        }

        boolean isWhole() {
            return document.equals(WHOLE.toString());
        }

        @Override
        public String toString() {
            return document + ": " + code.lines().findFirst().orElse("");
        }
    }

    private static final class Source extends SimpleJavaFileObject {

        private final Sample sample;
        private final String packageName;

        Source(Sample sample, String packageName) {
            super(URI.create("string:///" + packageName + "/Sample.java"), Kind.SOURCE);
            this.sample = sample;
            this.packageName = packageName;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return sample.inPackage(packageName);
        }

        /** For javac's messages. */
        @Override
        public String getName() {
            return sample.toString();
        }
    }
}
