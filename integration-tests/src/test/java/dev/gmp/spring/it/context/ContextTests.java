package dev.gmp.spring.it.context;

import static dev.gmp.spring.it.Whereabouts.GOROUTINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.it.Whereabouts;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.GmpTaskScheduler;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * With {@code spring.task.execution.propagate-context=true} and a task decorator, a task knows what its submitter knew: the
 * trace, the MDC, the user, and a thread-local of the application's own. The next task on the same thread knows none of it.
 */
@SpringBootTest(
        classes = ContextApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.task.execution.propagate-context=true", "spring.mvc.async.request-timeout=100s"})
abstract class ContextTests {

    @LocalServerPort
    private int port;

    @Autowired
    private GmpTaskExecutor executor;

    @Autowired
    private GmpTaskScheduler scheduler;

    @Autowired
    private ContextApplication.Work work;

    @Autowired
    private ObservationRegistry observations;

    @Autowired
    private Tracer tracer;

    @BeforeAll
    static void carryTheMdc() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
    }

    @AfterAll
    static void carryItNoLonger() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(Slf4jThreadLocalAccessor.KEY);
    }

    @Test
    void asyncMethods() throws Exception {
        isCarried(() -> work.async());
    }

    @Test
    void theTaskExecutor() throws Exception {
        isCarried(() -> executor.submit(work::here));
        isCarried(() -> executor.submitCompletable(work::here));
    }

    @Test
    void theTaskScheduler() throws Exception {
        isCarried(() -> {
            CompletableFuture<CarriedContext> seen = new CompletableFuture<>();
            scheduler.schedule(() -> seen.complete(work.here()), Instant.now().plusMillis(5));
            return seen;
        });
    }

    @Test
    void asynchronousRequests() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/callable"))
                .build();
        HttpClient.newHttpClient()
                .sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .get(100, TimeUnit.SECONDS);
        CarriedContext before = work.before();
        assertThat(before.trace()).isNotNull();
        assertThat(work.after()).isEqualTo(before.on(GOROUTINE));
    }

    private void isCarried(CarriedContext.Call<Future<CarriedContext>> submit) throws Exception {
        CarriedContext[] caller = new CarriedContext[1];
        Future<CarriedContext> task = CarriedContext.within(observations, () -> {
            caller[0] = CarriedContext.here(tracer);
            return submit.call();
        });
        assertThat(caller[0].trace()).isNotNull();
        assertThat(caller[0].on("here"))
                .isEqualTo(new CarriedContext(caller[0].trace(), "4711", "anna", "north", "here"));
        assertThat(task.get(100, TimeUnit.SECONDS)).isEqualTo(caller[0].on(GOROUTINE));
        for (int i = 0; i < 20; i++) {
            assertThat(executor.submit(work::here).get(100, TimeUnit.SECONDS))
                    .isEqualTo(new CarriedContext(null, null, null, null, Whereabouts.GOROUTINE));
        }
    }
}
