package dev.gmp.sample.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.Installed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ClassPathResource;

/** The alert rules that the starter brings, by Prometheus' own tool: they are well formed, fire when they should, and else do not. */
class AlertRulesTests {

    static final ClassPathResource RULES = new ClassPathResource("META-INF/gmp/prometheus/gmp-alerts.yml");

    private static final ClassPathResource CASES = new ClassPathResource("gmp-alerts-test.yml", AlertRulesTests.class);

    @TempDir
    private Path folder;

    @BeforeEach
    void copyRules() throws IOException {
        copy(RULES);
        copy(CASES);
    }

    @Test
    void areWellFormed() throws Exception {
        promtool("check", "rules", "gmp-alerts.yml");
    }

    @Test
    void fireWhenTheyShouldAndElseDoNot() throws Exception {
        promtool("test", "rules", "gmp-alerts-test.yml");
    }

    @Test
    void eachHasACaseAndAPlaceInTheDocument() throws IOException {
        String cases = Files.readString(folder.resolve("gmp-alerts-test.yml"));
        String document = Files.readString(Path.of("..", "docs", "operate", "alerts.md"));
        assertThat(Pattern.compile("- alert: (\\w+)")
                        .matcher(text(RULES))
                        .results()
                        .map(match -> match.group(1)))
                .hasSize(12)
                .allSatisfy(alert -> {
                    assertThat(cases).contains("alertname: " + alert + "\n");
                    assertThat(document).containsPattern(row(alert));
                    assertThat(text(RULES)).contains("docs/operate/alerts.md#" + alert.toLowerCase(Locale.ROOT));
                });
    }

    /** An anchor for the alert's link, the name, the meters, and, in words, what it means and what to do. */
    private static Pattern row(String alert) {
        return Pattern.compile("\n\\| <a id=\"%s\"></a>%s \\| `gmp\\.[^|]+ \\| \\w+( [^ |]+){4,} \\| .{4,} \\|\n"
                .formatted(alert.toLowerCase(Locale.ROOT), alert));
    }

    private void promtool(String... arguments) throws IOException, InterruptedException {
        Path program = Installed.program("promtool", "prometheus");
        Path output = folder.resolve("output");
        String[] command = new String[arguments.length + 1];
        command[0] = program.toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        int result = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        assertThat(result).as(Files.readString(output)).isZero();
    }

    private void copy(ClassPathResource resource) throws IOException {
        Files.writeString(folder.resolve(resource.getFilename()), text(resource));
    }

    static String text(ClassPathResource resource) throws IOException {
        try (InputStream in = resource.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
