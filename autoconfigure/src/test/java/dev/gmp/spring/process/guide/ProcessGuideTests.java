package dev.gmp.spring.process.guide;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The code of docs/features/processes.md is that of this package, and does what the document says. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@DirtiesContext
class ProcessGuideTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @LocalServerPort
    private int port;

    @Autowired
    private Processes processes;

    @Autowired
    private Application application;

    @Test
    void everySampleStandsInThisPackage() throws IOException {
        List<String> sources = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("src/test/java/dev/gmp/spring/process/guide"))) {
            for (Path file : files.toList()) {
                sources.add(Files.readString(file));
            }
        }
        Matcher samples = JAVA.matcher(Files.readString(Path.of("..", "docs", "features", "processes.md")));
        int found = 0;
        while (samples.find()) {
            String sample = samples.group(1);
            assertThat(sources)
                    .as(sample)
                    .anyMatch(source -> withoutIndentation(source).contains(withoutIndentation(sample)));
            found++;
        }
        assertThat(found).isGreaterThanOrEqualTo(6);
    }

    @Test
    void anImportIsStartedAskedAndCancelledOverHttp() {
        RestTestClient http = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
        Long pid = http.post()
                .uri("/imports")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(Long.class)
                .returnResult()
                .getResponseBody();
        Pid import1 = processes.find(pid).orElseThrow();
        application.pages.add(new Page(List.of("a"), false));
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> http.get()
                        .uri("/imports/{pid}", pid)
                        .exchange()
                        .expectBody(Integer.class)
                        .isEqualTo(1));

        http.delete().uri("/imports/{pid}", pid).exchange().expectStatus().isOk();
        assertThat(processes.result(import1)).succeedsWithin(PATIENCE).isEqualTo("cancelled after 1 pages");
        http.get().uri("/imports/{pid}", pid).exchange().expectStatus().isNotFound();
        application.pages.add(new Page(List.of(), true)); // what the fetch that was under way waits for
        await().atMost(PATIENCE).until(application.pages::isEmpty);
    }

    @Test
    void anImportThatIsNotCancelledStoresAllPages() throws Exception {
        List<String> stored = new CopyOnWriteArrayList<>();
        Object result = StandAlone.run(stored::addAll, number -> new Page(List.of("row " + number), number == 3));
        assertThat(result).isEqualTo("imported 3 pages");
        assertThat(stored).containsExactly("row 1", "row 2", "row 3");
    }

    @Test
    void anImportThatCannotFetchFailsWithTheReason() {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> StandAlone.run(rows -> {}, number -> {
                    throw new NoClassDefFoundError("Page");
                }))
                .havingRootCause()
                .isInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void bothWaysMakeTypes() {
        assertThat(processes.types()).containsExactlyInAnyOrder("priceImport", "nightlyImport");
    }

    private static String withoutIndentation(String text) {
        return text.replaceAll("(?m)^ +", "").strip();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({PriceImport.class, SupplierCommands.class, ImportController.class, ImportTypes.class})
    static class Application {

        final BlockingQueue<Page> pages = new LinkedBlockingQueue<>();

        @Bean
        Prices prices() {
            return rows -> {};
        }

        @Bean
        Supplier supplier() {
            return number -> {
                Page page = pages.poll(300, TimeUnit.SECONDS);
                if (page == null) {
                    throw new IllegalStateException("No page " + number);
                }
                return page;
            };
        }
    }
}
