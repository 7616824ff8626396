package dev.gmp.sample.livepage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

/** The samples of the document that leads from an alert to the line of code. */
final class AlertToLinePage {

    private static final Path PAGE = Path.of("..", "docs", "operate", "from-alert-to-line.md");
    private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CURL =
            Pattern.compile("^ *\\$ curl (.*?)'?localhost:8081([^' ]*)'?(?: #.*)?$", Pattern.MULTILINE);
    private static final Pattern BODY = Pattern.compile("-d '([^']*)'");

    private AlertToLinePage() {}

    /** @param body empty for a GET */
    record Request(String path, String body) {}

    static Properties settings() {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new ByteArrayResource(YAML.matcher(text())
                .results()
                .findFirst()
                .orElseThrow()
                .group(1)
                .getBytes(StandardCharsets.UTF_8)));
        return yaml.getObject();
    }

    static List<Request> requests() {
        return CURL.matcher(text()).results().map(AlertToLinePage::request).toList();
    }

    private static Request request(MatchResult curl) {
        String body = BODY.matcher(curl.group(1))
                .results()
                .map(data -> data.group(1))
                .findFirst()
                .orElse("");
        return new Request(curl.group(2), body);
    }

    private static String text() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
