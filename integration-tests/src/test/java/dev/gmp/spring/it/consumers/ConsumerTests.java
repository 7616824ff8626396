package dev.gmp.spring.it.consumers;

import static dev.gmp.spring.it.Whereabouts.GOROUTINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.spring.it.PatientClient;
import dev.gmp.spring.it.consumers.ConsumerApplication.AsyncMethods;
import dev.gmp.spring.it.consumers.ConsumerApplication.CreatedOn;
import dev.gmp.spring.it.consumers.ConsumerApplication.Job;
import dev.gmp.spring.it.consumers.ConsumerApplication.MadeInBackground;
import dev.gmp.spring.it.consumers.ConsumerApplication.PolledOn;
import dev.gmp.spring.task.GmpTaskScheduler;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.integration.context.IntegrationContextUtils;

/** Everything of Spring's that takes an executor or a scheduler, in one application with nothing but the starter. */
@SpringBootTest(
        classes = ConsumerApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.autoconfigure.exclude=org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration",
            "spring.mvc.async.request-timeout=100s",
            "spring.jpa.bootstrap=async",
            "spring.jpa.hibernate.ddl-auto=create",
            "spring.jpa.open-in-view=false",
            "spring.security.user.name=anna",
            "spring.security.user.password=secret"
        })
class ConsumerTests {

    @LocalServerPort
    private int port;

    @Autowired
    private ApplicationContext context;

    @Autowired
    private AsyncMethods methods;

    @Test
    void asyncMethods() throws Exception {
        methods.fireAndForget();
        assertThat(of(methods.whereForgotten())).isEqualTo(GOROUTINE);
        assertThat(of(methods.completable())).isEqualTo(GOROUTINE);
        assertThat(of(methods.future())).isEqualTo(GOROUTINE);
    }

    @Test
    void anAsyncMethodThatThrowsFailsItsCompletableFuture() {
        Future<String> failing = methods.failing();
        assertThatThrownBy(() -> of(failing))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("on " + GOROUTINE);
    }

    @Test
    void scheduledMethods() throws Exception {
        assertThat(of(context.getBean(Job.class).ranOn)).isEqualTo(GOROUTINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/callable", "/web-async-task", "/deferred", "/completable", "/stream"})
    void asynchronousRequests(String path) {
        assertThat(get(path)).isEqualTo(GOROUTINE);
    }

    @Test
    void serverSentEvents() {
        assertThat(get("/events")).isEqualTo("data:" + GOROUTINE + "\n\n");
    }

    @Test
    void theSecurityContextOfAnAsynchronousRequest() {
        String body = PatientClient.of(port)
                .get()
                .uri("/who")
                .headers(headers -> headers.setBasicAuth("anna", "secret"))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        assertThat(body).isEqualTo("anna on " + GOROUTINE);
    }

    @Test
    void graphQlQueries() {
        PatientClient.of(port)
                .post()
                .uri("/graphql")
                .contentType(MediaType.APPLICATION_JSON)
                .body("{\"query\": \"{ callable }\"}")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.data.callable")
                .isEqualTo(GOROUTINE);
    }

    @Test
    void hibernateIsStartedInTheBackground(@Autowired CreatedOn createdOn, @Autowired Notes notes) throws Exception {
        assertThat(of(createdOn.where())).isEqualTo(GOROUTINE);
        notes.save(new Note(1, "kept"));
        assertThat(notes.findById(1L)).map(Note::text).contains("kept");
    }

    @Test
    void beansAreMadeInTheBackground(@Autowired MadeInBackground bean) {
        assertThat(bean.on()).isEqualTo(GOROUTINE);
    }

    @Test
    void springIntegrationPollsByTheTaskScheduler(@Autowired PolledOn polledOn) throws Exception {
        assertThat(context.getBean(IntegrationContextUtils.TASK_SCHEDULER_BEAN_NAME))
                .isInstanceOf(GmpTaskScheduler.class);
        assertThat(of(polledOn.where())).isEqualTo(GOROUTINE);
    }

    private static String of(Future<String> future) throws Exception {
        return future.get(100, TimeUnit.SECONDS);
    }

    private String get(String path) {
        return PatientClient.of(port)
                .get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }
}
