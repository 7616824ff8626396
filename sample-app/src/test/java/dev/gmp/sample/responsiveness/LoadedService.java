package dev.gmp.sample.responsiveness;

import dev.gmp.sample.SampleApplication;
import dev.gmp.sample.Texts;
import dev.gmp.sample.index.IndexService;
import dev.gmp.sample.index.IndexState;
import dev.gmp.sample.search.RunningSearch;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole service on a real port, with work that never ends on its executor. */
final class LoadedService implements AutoCloseable {

    /** Backtracks without end on a row of a's: the back reference keeps the JDK from remembering failures. */
    private static final String ENDLESS = "(a+)+\\1$";

    private final ConfigurableApplicationContext context;
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpRequest ping;

    private LoadedService(ConfigurableApplicationContext context) {
        this.context = context;
        this.ping = HttpRequest.newBuilder(URI.create("http://localhost:"
                        + context.getEnvironment().getRequiredProperty("local.server.port") + "/api/ping"))
                .build();
    }

    static LoadedService start(Path folder, String... properties) {
        Path texts = Texts.zip(folder.resolve("texts.zip"), Map.of("endless", "a".repeat(60) + "!"));
        String[] arguments = Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "sample.data-folder=" + folder.resolve("data"),
                                "sample.index.source=" + texts,
                                "sample.search.timeout=1h"),
                        Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        LoadedService service = new LoadedService(new SpringApplicationBuilder(SampleApplication.class)
                .bannerMode(Banner.Mode.OFF)
                .run(arguments));
        IndexService index = service.context.getBean(IndexService.class);
        Awaitility.await()
                .atMost(Duration.ofSeconds(100))
                .until(() -> index.latest()
                        .filter(run -> run.state() == IndexState.READY)
                        .isPresent());
        return service;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** What the application's asynchronous work runs on. */
    Executor executor() {
        return context.getBean("applicationTaskExecutor", Executor.class);
    }

    /** @throws IllegalStateException if the answer is not 200 */
    void ping() {
        try {
            int status = client.send(ping, HttpResponse.BodyHandlers.ofString()).statusCode();
            if (status != 200) {
                throw new IllegalStateException("status " + status);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Searches of the service itself, whose expression backtracks without end; they call checkpoint now and then. */
    Hogs endlessSearches(int count) {
        SearchService searches = context.getBean(SearchService.class);
        List<RunningSearch> running = IntStream.range(0, count)
                .mapToObj(i -> searches.start(new SearchRequest(ENDLESS, null, false, 0, 1, null)))
                .toList();
        return new Hogs() {
            @Override
            public int running() {
                return (int) running.stream()
                        .filter(search -> !search.result().isDone())
                        .count();
            }

            @Override
            public void stop() {
                running.forEach(RunningSearch::cancel);
                running.forEach(search -> search.result().join());
            }
        };
    }

    /** The same expression on plain strings, match after match: work that knows of no scheduler. */
    Hogs endlessMatches(int count) {
        Pattern pattern = Pattern.compile(ENDLESS);
        String text = "a".repeat(22) + "!";
        AtomicBoolean stopped = new AtomicBoolean();
        AtomicInteger running = new AtomicInteger();
        for (int i = 0; i < count; i++) {
            executor().execute(() -> {
                running.incrementAndGet();
                while (!stopped.get() && !pattern.matcher(text).find()) {
                    Thread.onSpinWait();
                }
                running.decrementAndGet();
            });
        }
        return new Hogs() {
            @Override
            public int running() {
                return running.get();
            }

            @Override
            public void stop() {
                stopped.set(true);
                Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> running.get() == 0);
            }
        };
    }

    @Override
    public void close() {
        context.close();
    }

    /** Work under way. */
    interface Hogs {

        int running();

        /** Returns when all have ended. */
        void stop();
    }
}
