package dev.gmp.spring.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Follows what the page and its scripts refer to, as a browser does. */
final class PageCrawl {

    private static final Pattern REFERENCE =
            Pattern.compile("(?:href|src|data-endpoint)=\"([^\"#][^\"]*)\"|from \"([^\"]+)\"");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<URI, HttpResponse<String>> answers = new LinkedHashMap<>();

    /** @return what each address answered, the page itself first; all of it is the host's own */
    static Map<URI, HttpResponse<String>> from(URI page) throws IOException, InterruptedException {
        PageCrawl crawl = new PageCrawl();
        crawl.follow(page);
        return crawl.answers;
    }

    private void follow(URI page) throws IOException, InterruptedException {
        Queue<URI> open = new ArrayDeque<>();
        open.add(page);
        while (!open.isEmpty()) {
            URI address = open.remove();
            if (answers.containsKey(address)) {
                continue;
            }
            HttpResponse<String> answer = get(address);
            answers.put(address, answer);
            if (!answer.body().startsWith("{")) {
                Matcher references = REFERENCE.matcher(answer.body());
                while (references.find()) {
                    String reference = references.group(1) != null ? references.group(1) : references.group(2);
                    URI next = address.resolve(reference);
                    assertThat(next.getAuthority()).as(reference).isEqualTo(page.getAuthority());
                    open.add(next);
                }
            }
        }
    }

    private HttpResponse<String> get(URI address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
