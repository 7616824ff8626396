package dev.gmp.spring.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Tasks find the application's class loader on their threads, although another one has loaded the starter: so it is where
 * devtools restarts the application in a loader of its own.
 */
class ContextClassLoaderTests {

    private final ClassLoader application =
            new URLClassLoader(new URL[0], getClass().getClassLoader());

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withClassLoader(application)
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withPropertyValues("gmp.schedulers.reports.separate=true", "gmp.schedulers.orders.max-goroutines=2")
            .withUserConfiguration(Enabled.class)
            .withBean(Tasks.class, NotedTasks::new);

    @ParameterizedTest
    @ValueSource(strings = {"auto", "direct"})
    void everyTaskFindsTheLoaderOfTheApplication(String goroutines) {
        runner.withPropertyValues("gmp.goroutines=" + goroutines).run(context -> {
            Tasks tasks = context.getBean(Tasks.class);
            assertThat(tasks.asynchronous().get(100, TimeUnit.SECONDS)).isSameAs(application);
            assertThat(tasks.reports().get(100, TimeUnit.SECONDS)).isSameAs(application);
            assertThat(tasks.orders().get(100, TimeUnit.SECONDS)).isSameAs(application);
            assertThat(tasks.idle().get(100, TimeUnit.SECONDS)).isSameAs(application);
            assertThat(tasks.seenOnSchedule().get(100, TimeUnit.SECONDS)).isSameAs(application);
            CompletableFuture<ClassLoader> plain = new CompletableFuture<>();
            context.getBean("gmpExecutorService", Executor.class).execute(() -> plain.complete(current()));
            assertThat(plain.get(100, TimeUnit.SECONDS)).isSameAs(application);
        });
    }

    private static ClassLoader current() {
        return Thread.currentThread().getContextClassLoader();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    static class Enabled {}

    public interface Tasks {

        CompletableFuture<ClassLoader> asynchronous();

        CompletableFuture<ClassLoader> reports();

        CompletableFuture<ClassLoader> orders();

        CompletableFuture<ClassLoader> idle();

        void scheduled();

        CompletableFuture<ClassLoader> seenOnSchedule();
    }

    static class NotedTasks implements Tasks {

        private final CompletableFuture<ClassLoader> seenOnSchedule = new CompletableFuture<>();

        @Async
        @Override
        public CompletableFuture<ClassLoader> asynchronous() {
            return CompletableFuture.completedFuture(current());
        }

        @Async("reports")
        @Override
        public CompletableFuture<ClassLoader> reports() {
            return CompletableFuture.completedFuture(current());
        }

        @Async("orders")
        @Override
        public CompletableFuture<ClassLoader> orders() {
            return CompletableFuture.completedFuture(current());
        }

        @Async("gmpIdleExecutor")
        @Override
        public CompletableFuture<ClassLoader> idle() {
            return CompletableFuture.completedFuture(current());
        }

        @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
        @Override
        public void scheduled() {
            seenOnSchedule.complete(current());
        }

        @Override
        public CompletableFuture<ClassLoader> seenOnSchedule() {
            return seenOnSchedule;
        }
    }
}
