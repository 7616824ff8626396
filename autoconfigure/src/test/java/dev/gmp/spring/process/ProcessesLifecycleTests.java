package dev.gmp.spring.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Command;
import dev.gmp.process.CommandHandler;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.Processes;
import dev.gmp.process.StepOutput;
import dev.gmp.spring.FailingCloseListener;
import dev.gmp.spring.GmpAutoConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.support.GenericApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class ProcessesLifecycleTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, GmpProcessAutoConfiguration.class))
            .withUserConfiguration(Application.class);

    @Test
    void whenTheContextClosesProcessesAreCancelledAndMayStillHaveThingsDone() {
        AtomicReference<CompletableFuture<Object>> result = new AtomicReference<>();
        runner.run(context -> {
            Processes processes = context.getBean(Processes.class);
            result.set(processes.result(processes.submit("tidy", "run", null)));
        });
        assertThat(result.get()).isCompletedWithValue("stored");
    }

    /** Spring tells the others nothing of the closing then. */
    @Test
    void theyAreCancelledAlsoWhereAnotherListenerFails() {
        AtomicReference<CompletableFuture<Object>> result = new AtomicReference<>();
        runner.withBean(FailingCloseListener.class).run(context -> {
            Processes processes = context.getBean(Processes.class);
            result.set(processes.result(processes.submit("tidy", "run", null)));
        });
        assertThat(result.get()).isCompletedWithValue("stored");
    }

    @Test
    void aPauseBeforeThatTakesNothingAway() {
        AtomicReference<CompletableFuture<Object>> result = new AtomicReference<>();
        runner.run(context -> {
            Processes processes = context.getBean(Processes.class);
            result.set(processes.result(processes.submit("tidy", "run", null)));
            context.getSourceApplicationContext().stop();
        });
        assertThat(result.get()).isCompletedWithValue("stored");
    }

    @Test
    void whoDoesNotEndIsNamedAndEnded(CapturedOutput output) {
        AtomicReference<CompletableFuture<Object>> result = new AtomicReference<>();
        runner.withPropertyValues("gmp.process.shutdown.await-termination-period=1ms")
                .run(context -> {
                    Processes processes = context.getBean(Processes.class);
                    result.set(processes.result(processes.submit("stubborn", "run", null)));
                });
        assertThat(output)
                .contains("1 of 1 processes did not end within PT0.001S")
                .containsPattern("stubborn \\d+ \\([A-Z]+ for \\d+ s\\)");
        assertThat(result.get())
                .failsWithin(Duration.ofSeconds(100))
                .withThrowableThat()
                .satisfies(error -> assertThat(error instanceof CancellationException ? error : error.getCause())
                        .isInstanceOf(CancellationException.class));
    }

    @Test
    void oneWhoseStepClosesTheContextIsNotWaitedForAndTheOthersAre(CapturedOutput output) throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        AtomicReference<CompletableFuture<Object>> other = new AtomicReference<>();
        runner.withPropertyValues("gmp.process.shutdown.await-termination-period=60s")
                .run(context -> {
                    Processes processes = context.getBean(Processes.class);
                    other.set(processes.result(processes.submit("tidy", "run", null)));
                    ConfigurableApplicationContext source = context.getSourceApplicationContext();
                    processes.submit("closing", "run", (Runnable) () -> {
                        source.close();
                        interrupted.complete(Thread.interrupted());
                    });
                    assertThat(interrupted.get()).isFalse();
                });
        assertThat(other.get()).isCompletedWithValue("stored");
        assertThat(output).doesNotContain("did not end within").doesNotContain("still ran tasks");
    }

    @Test
    void twoRuntimesOfTheApplicationsOwnAreItsOwnAffair() {
        runner.withBean(
                        "one",
                        Processes.class,
                        () -> Processes.builder(scheduler()).build())
                .withBean(
                        "two",
                        Processes.class,
                        () -> Processes.builder(scheduler()).build())
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ProcessesLifecycle.class));
    }

    private static GmpScheduler scheduler() {
        return GmpScheduler.builder().maxProcs(1).build();
    }

    @Test
    void aPauseOfTheContextLeavesThemAlone() {
        runner.run(context -> {
            Processes processes = context.getBean(Processes.class);
            Pid pid = processes.submit("tidy", "run", null);
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            application.stop();
            assertThat(processes.submit("tidy", "run", null)).isNotEqualTo(pid);
            application.start();
            assertThat(processes.size()).isEqualTo(2);
        });
    }

    @Test
    void theEndOfAChildContextLeavesThemAlone() {
        runner.run(context -> {
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            Processes processes = context.getBean(Processes.class);
            processes.submit("tidy", "run", null);
            application.stop();
            GenericApplicationContext child = new GenericApplicationContext(application);
            child.refresh();
            child.close();
            assertThat(context.getBean(ProcessesLifecycle.class).isRunning()).isFalse();
            application.start();
            application.stop();
            assertThat(processes.size()).isEqualTo(1);
        });
    }

    @Test
    void afterTheStopNoProcessStarts() {
        AtomicReference<Processes> processes = new AtomicReference<>();
        AtomicReference<GmpScheduler> scheduler = new AtomicReference<>();
        runner.run(context -> {
            processes.set(context.getBean(Processes.class));
            scheduler.set(context.getBean(GmpScheduler.class));
        });
        assertThat(scheduler.get().isTerminated()).isTrue();
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> processes.get().submit("tidy", "run", null));
    }

    @Test
    void theyStopBeforeTheScheduler() {
        runner.run(context -> assertThat(
                        context.getBean(ProcessesLifecycle.class).getPhase())
                .isGreaterThan(context.getBean("gmpSchedulerLifecycle", org.springframework.context.Phased.class)
                        .getPhase()));
    }

    record Store() implements Command<String> {}

    /** Has something stored when it is cancelled, and ends with what came of it. */
    static final class Tidy implements Process {

        @Override
        public void init(ProcessContext context, String method, Object input) {}

        @Override
        public void step(List<Event> events, StepOutput out) {
            for (Event event : events) {
                if (event instanceof Event.Cancel) {
                    out.yield(new Store());
                } else if (event instanceof Event.YieldComplete stored) {
                    out.done(stored.error() == null ? stored.data() : stored.error());
                }
            }
        }
    }

    static final class Stubborn implements Process {

        @Override
        public void init(ProcessContext context, String method, Object input) {}

        @Override
        public void step(List<Event> events, StepOutput out) {}
    }

    /** Does in its first step what it is given. */
    static final class Closing implements Process {

        private Runnable first = () -> {};

        @Override
        public void init(ProcessContext context, String method, Object input) {
            first = (Runnable) input;
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            first.run();
            out.done(null);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        @Scope("prototype")
        Closing closing() {
            return new Closing();
        }

        @Bean
        @Scope("prototype")
        Tidy tidy() {
            return new Tidy();
        }

        @Bean
        @Scope("prototype")
        Stubborn stubborn() {
            return new Stubborn();
        }

        @Bean
        CommandHandler<Store, String> store() {
            return command -> "stored";
        }
    }
}
