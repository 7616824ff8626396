package dev.gmp.spring.endpoint;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.StepOutput;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ProcessEndpointTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpProcessAutoConfiguration.class,
                    GmpEndpointAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=gmp");

    @Test
    void itShowsTheProcessesByTypeAndTheOldest() {
        web.withUserConfiguration(Application.class).run(context -> {
            Processes processes = context.getBean(Processes.class);
            long pid = processes.submit("sleeper", "run", null).number();
            processes.send(pid + 1_000, "nobody");
            await().atMost(PATIENCE).untilAsserted(() -> {
                ProcessesDescriptor shown = context.getBean(GmpEndpoint.class)
                        .schedulers()
                        .processes()
                        .get(0);
                assertThat(shown.name()).isEqualTo("default");
                assertThat(shown.scheduler()).isEqualTo("default");
                assertThat(shown.shutdown()).isFalse();
                assertThat(shown.live()).isEqualTo(1);
                assertThat(shown.examined()).isEqualTo(1);
                assertThat(shown.sentToUnknown()).isEqualTo(1);
                assertThat(shown.oldest()).singleElement().satisfies(process -> {
                    assertThat(process.pid()).isEqualTo(pid);
                    assertThat(process.state()).isEqualTo("idle");
                });
                assertThat(shown.deepest()).as("no process has mail").isEmpty();
                ProcessesDescriptor.Type type = shown.types().get(0);
                assertThat(type.name()).isEqualTo("sleeper");
                assertThat(type.states()).isEqualTo(new ProcessesDescriptor.States(0, 0, 0, 1));
                assertThat(type.started()).isEqualTo(1);
                assertThat(type.steps()).isEqualTo(1);
            });
        });
    }

    /** It counts what is visited: that is what an answer costs. */
    @Test
    void ofManyProcessesItLooksAtAPartAndSaysSo() {
        int many = 3 * ProcessesDescriptor.EXAMINED;
        web.withUserConfiguration(Application.class).run(context -> {
            Processes processes = context.getBean(Processes.class);
            IntStream.range(0, many).forEach(i -> processes.submit("sleeper", "run", null));
            await().atMost(PATIENCE).untilAsserted(() -> {
                ProcessesDescriptor shown = context.getBean(GmpEndpoint.class)
                        .schedulers()
                        .processes()
                        .get(0);
                ProcessesDescriptor.Type type = shown.types().get(0);
                assertThat(shown.live()).isEqualTo(many);
                assertThat(shown.examined())
                        .isBetween(ProcessesDescriptor.EXAMINED * 9 / 10, ProcessesDescriptor.EXAMINED);
                assertThat(type.live()).isEqualTo(many);
                assertThat(type.started()).isEqualTo(many);
                assertThat(type.states().idle()).as("all rest by now").isEqualTo(shown.examined());
                assertThat(type.steps())
                        .as("not known without those that were not looked at")
                        .isNull();
                assertThat(type.messages().received()).isNull();
                assertThat(shown.oldest()).hasSize(ProcessesDescriptor.LISTED);
            });
        });
    }

    /** As its page needs it, where one scheduler is shown. */
    @Test
    void itSaysOnWhichSchedulerThoseWithANameOfTheirOwnRun() {
        web.withUserConfiguration(Application.class, Orders.class).run(context -> {
            ProcessesDescriptor shown =
                    context.getBean(GmpEndpoint.class).schedulers().processes().get(0);
            assertThat(shown.name()).isEqualTo("orders");
            assertThat(shown.scheduler()).isEqualTo("default");
        });
    }

    @Test
    void withoutProcessesItSaysNothingOfThem() {
        web.run(context -> assertThat(
                        context.getBean(GmpEndpoint.class).schedulers().processes())
                .isEmpty());
    }

    static final class Sleeper implements Process {

        @Override
        public void init(ProcessContext context, String method, Object input) {}

        @Override
        public void step(List<Event> events, StepOutput out) {
            if (events.stream().anyMatch(Event.Cancel.class::isInstance)) {
                out.done(null);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        ProcessType sleeper() {
            return ProcessType.of("sleeper", Sleeper::new, "run");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Orders {

        @Bean
        Processes orders(GmpScheduler scheduler, ProcessType sleeper) {
            return Processes.builder(scheduler).name("orders").register(sleeper).build();
        }
    }
}
