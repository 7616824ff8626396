package dev.gmp.spring.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.Processes;
import dev.gmp.process.StepOutput;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.GmpTaskScheduler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.event.ContextClosedEvent;

/** An application that ends its JVM from a task ends well, with the exit code that the task has asked for. */
class ExitTests {

    /** Of two tasks the second ends the JVM, and the first joins in as soon as it does. */
    @Test
    void aTaskEndsTheJvm(@TempDir Path folder) throws Exception {
        endsWell("two", "exit", folder);
    }

    @ParameterizedTest
    @CsvSource({"job,exit", "process,exit", "two,close-and-exit"})
    @Tag("long")
    void othersEndTheJvmToo(String from, String how, @TempDir Path folder) throws Exception {
        endsWell(from, how, folder);
    }

    private static void endsWell(String from, String how, Path folder) throws Exception {
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Application.class.getName(), from, how));
        java.lang.Process jvm = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(jvm.waitFor(120, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            jvm.destroyForcibly();
        }
        assertThat(output)
                .content()
                .contains("DESTROYED WELL")
                .doesNotContain("still ran tasks")
                .doesNotContain("have not ended")
                .doesNotContain("still running after timeout");
        assertThat(jvm.exitValue()).as(Files.readString(output)).isEqualTo(7);
    }

    /** The application. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        GmpAutoConfiguration.class,
        GmpProcessAutoConfiguration.class,
        LifecycleAutoConfiguration.class
    })
    static class Application {

        public static void main(String[] arguments) {
            ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE)
                    .run();
            boolean closes = arguments[1].equals("close-and-exit");
            Runnable exit = () -> System.exit(closes ? SpringApplication.exit(context, () -> 7) : 7);
            switch (arguments[0]) {
                case "two" -> {
                    CountDownLatch closing = new CountDownLatch(1);
                    context.addApplicationListener((ContextClosedEvent event) -> closing.countDown());
                    Executor executor = context.getBean(GmpTaskExecutor.class);
                    executor.execute(() -> {
                        Latches.await(closing);
                        System.exit(7);
                    });
                    executor.execute(exit);
                }
                case "job" ->
                    context.getBean("taskScheduler", GmpTaskScheduler.class).schedule(exit, Instant.now());
                default -> context.getBean(Processes.class).submit("exiting", "run", exit);
            }
        }

        @Bean
        AutoCloseable slow() {
            return () -> {
                Thread.sleep(50);
                System.out.println("DESTROYED WELL");
            };
        }

        @Bean
        @Scope("prototype")
        Exiting exiting() {
            return new Exiting();
        }
    }

    static final class Exiting implements Process {

        private Runnable exit = () -> {};

        @Override
        public void init(dev.gmp.process.ProcessContext context, String method, Object input) {
            exit = (Runnable) input;
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            exit.run();
        }
    }
}
