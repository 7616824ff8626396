package dev.gmp.spring.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.Discipline;
import dev.gmp.process.AsyncCommandHandler;
import dev.gmp.process.Command;
import dev.gmp.process.CommandDispatcher;
import dev.gmp.process.CommandHandler;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.StepOutput;
import dev.gmp.process.UnknownProcessException;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.process.Counter.Ask;
import dev.gmp.spring.process.Counter.LookUp;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

class ProcessBeansTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, GmpProcessAutoConfiguration.class));

    @Test
    void withoutATypeThereIsNothingAndTheReportSaysWhy() {
        runner.run(context -> {
            assertThat(context).doesNotHaveBean(Processes.class).doesNotHaveBean(ProcessesLifecycle.class);
            StringBuilder text = new StringBuilder();
            ConditionEvaluationReport.get(context.getSourceApplicationContext().getBeanFactory())
                    .getConditionAndOutcomesBySource()
                    .get(GmpProcessAutoConfiguration.class.getName())
                    .forEach(outcome -> text.append(outcome.getOutcome().getMessage()));
            assertThat(text)
                    .contains("did not find any beans of type dev.gmp.process.Process")
                    .contains("did not find any beans of type dev.gmp.process.ProcessType");
        });
    }

    @Test
    void aPrototypeBeanIsATypeByItsNameAndEachProcessAnInstance() {
        runner.withUserConfiguration(Prototypes.class).run(context -> {
            Processes processes = context.getBean(Processes.class);
            assertThat(processes.types()).containsExactlyInAnyOrder("counter", "plain");
            Pid first = processes.submit("counter", "up", 10);
            Pid second = processes.submit("counter", "down", null);
            Pid third = processes.submit("plain", EntryPoints.DEFAULT, 1);
            assertThat(processes.send(first, 5)).isEqualTo(SendResult.DELIVERED);
            for (Pid each : new Pid[] {first, second, third}) {
                processes.cancel(each, "enough");
            }
            assertThat(result(processes, first)).isIn("up 15", "up 10");
            assertThat(result(processes, second)).isEqualTo("down 0");
            assertThat(result(processes, third)).isEqualTo("run 1");
            assertThat(context.getBean(Prototypes.class).made).hasSize(3);
            assertThatExceptionOfType(UnknownProcessException.class)
                    .isThrownBy(() -> processes.submit("counter", "sideways", null))
                    .withMessageContaining("sideways")
                    .withMessageContaining("up");
        });
    }

    @Test
    void aProcessTypeBeanHasTheNameThatItSays() {
        runner.withUserConfiguration(Types.class).run(context -> {
            Processes processes = context.getBean(Processes.class);
            Pid pid = processes.submit("adder", "add", 3);
            processes.cancel(pid, "enough");
            assertThat(result(processes, pid)).isEqualTo("add 3");
        });
    }

    @Test
    void handlersAreBeansWhoseCommandStandsInTheirType() {
        runner.withUserConfiguration(Prototypes.class, Handlers.class).run(context -> {
            Processes processes = context.getBean(Processes.class);
            Pid pid = processes.submit("counter", "up", null);
            assertThat(ask(processes, pid, new LookUp("a"))).isEqualTo("A on a goroutine");
            assertThat(ask(processes, pid, new Handlers.Soon())).isEqualTo("soon");
            assertThat(ask(processes, pid, new Handlers.Later())).isEqualTo("later");
            assertThat(ask(processes, pid, new Handlers.AtOnce())).isEqualTo("within the step");
        });
    }

    /** As the beans of {@code @RefreshScope}: Spring defines the proxy, and the bean behind it under another name. */
    @Test
    void beansMayStandBehindProxiesOfTheirScope() {
        runner.withUserConfiguration(Scoped.class).run(context -> {
            Processes processes = context.getBean(Processes.class);
            Pid pid = processes.submit("counter", EntryPoints.DEFAULT, null);
            assertThat(ask(processes, pid, new LookUp("a"))).isEqualTo("a was fetched");
        });
    }

    @Test
    void whatBeanMethodsOfAParentSayHolds() {
        new ApplicationContextRunner()
                .withUserConfiguration(OfParent.class)
                .run(parent -> runner.withParent(parent).run(context -> {
                    Processes processes = context.getBean(Processes.class);
                    Pid pid = processes.submit("counter", "up", null);
                    assertThat(ask(processes, pid, new LookUp("a"))).isEqualTo("A");
                    assertThat(ask(processes, pid, new Handlers.AtOnce())).isEqualTo("within the step");
                }));
    }

    @Test
    void settingsReachTheTypes() {
        runner.withUserConfiguration(Prototypes.class)
                .withPropertyValues("gmp.process.max-processes=1", "gmp.process.mailbox-capacity=2")
                .run(context -> {
                    Processes processes = context.getBean(Processes.class);
                    Pid pid = processes.submit("counter", "up", null);
                    assertThatExceptionOfType(java.util.concurrent.RejectedExecutionException.class)
                            .isThrownBy(() -> processes.submit("counter", "up", null));
                    assertThat(processes.size()).isEqualTo(1);
                    assertThat(ProcessTypeBeans.in(context.getBeanFactory(), context.getBean(ProcessProperties.class))
                                    .values())
                            .allSatisfy(
                                    type -> assertThat(type.mailboxCapacity()).isEqualTo(2));
                    processes.cancel(pid, "enough");
                });
    }

    @Test
    void stepsRunOnTheSchedulerThatIsNamed() {
        runner.withUserConfiguration(Threads.class)
                .withPropertyValues(
                        "gmp.process.scheduler=tree",
                        "gmp.schedulers.tree.max-procs=2",
                        "gmp.schedulers.tree.discipline=lifo")
                .run(context -> {
                    Processes processes = context.getBean(Processes.class);
                    GmpScheduler tree = context.getBean("treeScheduler", GmpScheduler.class);
                    assertThat(processes.scheduler()).isSameAs(tree);
                    assertThat(tree.config().discipline()).isEqualTo(Discipline.LIFO);
                    assertThat(context.getBean(GmpScheduler.class).config().discipline())
                            .isEqualTo(Discipline.GO);
                    Pid pid = processes.submit("where", EntryPoints.DEFAULT, null);
                    assertThat(result(processes, pid)).asString().startsWith("gmp-tree-");
                });
    }

    /** Its processes can be asked to end, and store something, only while the scheduler is there. */
    @Test
    void theSchedulerThatIsNamedEndsAfterTheProcesses() {
        AtomicReference<CompletableFuture<Object>> late = new AtomicReference<>();
        runner.withUserConfiguration(Threads.class)
                .withPropertyValues("gmp.process.scheduler=tree", "gmp.schedulers.tree.separate=true")
                .run(context -> {
                    Processes processes = context.getBean(Processes.class);
                    late.set(processes.result(processes.submit("tidy", EntryPoints.DEFAULT, null)));
                    assertThat(context.getBeanFactory().getDependentBeans("treeSchedulerLifecycle"))
                            .contains(GmpProcessAutoConfiguration.PROCESSES_BEAN_NAME);
                });
        assertThat(late.get()).isCompletedWithValue("tidy on gmp-tree");
    }

    @Test
    void aRuntimeOfTheApplicationsOwnTakesThePlace() {
        runner.withUserConfiguration(Types.class)
                .withBean(
                        "mine",
                        Processes.class,
                        () -> Processes.builder(dev.gmp.GmpScheduler.builder()
                                        .name("mine")
                                        .build())
                                .build())
                .run(context ->
                        assertThat(context).getBeanNames(Processes.class).containsExactly("mine"));
    }

    private static Object result(Processes processes, Pid pid) throws Exception {
        return processes.result(pid).get(100, TimeUnit.SECONDS);
    }

    private static String ask(Processes processes, Pid pid, Command<String> command) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        processes.send(pid, new Ask(command, answer));
        return answer.get(100, TimeUnit.SECONDS);
    }

    @Configuration
    static class Prototypes {

        final Set<Counter> made = ConcurrentHashMap.newKeySet();

        @Bean
        @Scope("prototype")
        @EntryPoints({"up", "down"})
        Counter counter() {
            return plain();
        }

        @Bean
        @Scope("prototype")
        Counter plain() {
            Counter counter = new Counter();
            made.add(counter);
            return counter;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfParent {

        @Bean
        @Scope("prototype")
        @EntryPoints({"up", "down"})
        Counter counter() {
            return new Counter();
        }

        @Bean
        CommandHandler<LookUp, String> lookUp() {
            return command -> command.word().toUpperCase(Locale.ROOT);
        }

        @Bean
        @WithinStep
        CommandHandler<Handlers.AtOnce, String> atOnce() {
            return command -> Handlers.caller();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Scoped {

        @Bean
        @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Counter counter() {
            return new Counter();
        }

        @Bean
        @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Fetcher fetcher() {
            return new Fetcher();
        }

        static class Fetcher implements CommandHandler<LookUp, String> {

            @Override
            public String handle(LookUp command) {
                return command.word() + " was fetched";
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Types {

        @Bean
        ProcessType adderType(ObjectProvider<Counter> counters) {
            return ProcessType.of("adder", Counter::new, "add");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Threads {

        @Bean
        ProcessType where() {
            return ProcessType.of("where", () -> step((events, out) -> out.done(thread())), EntryPoints.DEFAULT);
        }

        @Bean
        ProcessType tidy() {
            return ProcessType.of(
                    "tidy",
                    () -> step((events, out) -> {
                        if (events.stream().anyMatch(Event.Cancel.class::isInstance)) {
                            out.done("tidy on " + thread().replaceAll("-m\\d+$", ""));
                        }
                    }),
                    EntryPoints.DEFAULT);
        }

        private static String thread() {
            return Thread.currentThread().getName();
        }

        private static Process step(BiConsumer<List<Event>, StepOutput> step) {
            return new Process() {
                @Override
                public void init(ProcessContext context, String method, Object input) {}

                @Override
                public void step(List<Event> events, StepOutput out) {
                    step.accept(events, out);
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Handlers {

        record Soon() implements Command<String> {}

        record Later() implements Command<String> {}

        record AtOnce() implements Command<String> {}

        @Bean
        CommandHandler<LookUp, String> lookUp() {
            return command -> command.word().toUpperCase(Locale.ROOT)
                    + (Goroutines.current().scheduler().equals("default") ? " on a goroutine" : "");
        }

        @Bean
        AsyncCommandHandler<Soon, String> soon() {
            return command -> CompletableFuture.completedFuture("soon");
        }

        @Bean
        CommandDispatcher<Later> later(Gateway gateway) {
            return (command, pid, tag) -> gateway.processes().completeYield(pid, tag, "later");
        }

        /** As a client of something remote, which tells the processes when it has an answer. */
        record Gateway(Processes processes) {}

        @Bean
        Gateway gateway(Processes processes) {
            return new Gateway(processes);
        }

        @Bean
        AtOnceHandler atOnce() {
            return new AtOnceHandler();
        }

        @WithinStep
        static class AtOnceHandler implements CommandHandler<AtOnce, String> {

            @Override
            public String handle(AtOnce command) {
                return caller();
            }
        }

        static String caller() {
            boolean within = StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getMethodName().equals("dispatch")));
            return within ? "within the step" : "elsewhere";
        }
    }
}
