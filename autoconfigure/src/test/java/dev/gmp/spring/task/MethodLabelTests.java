package dev.gmp.spring.task;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Goroutines;
import dev.gmp.spring.GmpAutoConfiguration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The goroutines of annotated methods have them as a label, and give it to what they start. */
class MethodLabelTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class))
            .withUserConfiguration(Methods.class);

    @Test
    void anAsynchronousMethod() {
        runner.run(context -> assertThat(context.getBean(Work.class).send().get(100, TimeUnit.SECONDS))
                .isEqualTo(Map.of("method", Work.class.getName() + ".send")));
    }

    @Test
    void anAsynchronousMethodWithAnExecutorOfItsOwn() {
        runner.withPropertyValues("gmp.schedulers.mails.max-goroutines=1")
                .run(context -> assertThat(context.getBean(Work.class).mail().get(100, TimeUnit.SECONDS))
                        .isEqualTo(Map.of("method", Work.class.getName() + ".mail")));
    }

    /** Two beans of one interface are two kinds of tasks. */
    @Test
    void anAsynchronousMethodOfAnInterface() {
        runner.run(context -> assertThat(context.getBean(Service.class).call().get(100, TimeUnit.SECONDS))
                .isEqualTo(Map.of("method", PostService.class.getName() + ".call")));
    }

    /** What a class that was made at run time is called differs from start to start. */
    @Test
    void anAsynchronousMethodOfAClassWithoutAName() {
        runner.run(context -> assertThat(context.getBean(Client.class).fetch().get(100, TimeUnit.SECONDS))
                .isEqualTo(Map.of("method", Client.class.getName() + ".fetch")));
    }

    @Test
    void noTaskWithoutAText() {
        runner.run(context -> {
            CompletableFuture<Map<String, String>> seen = new CompletableFuture<>();
            context.getBean(GmpTaskScheduler.class).schedule(new WithoutText(seen), Instant.now());
            assertThat(seen.get(100, TimeUnit.SECONDS)).isEmpty();
        });
    }

    @Test
    void aScheduledMethod() {
        runner.run(context -> {
            Ticks ticks = context.getBean(Ticks.class);
            await().until(() -> ticks.seen != null);
            assertThat(ticks.seen).isEqualTo(Map.of("method", Ticks.class.getName() + ".tick"));
        });
    }

    @Test
    void noOtherTask() {
        runner.run(context -> assertThat(context.getBean(GmpTaskExecutor.class)
                        .submit(Goroutines::labels)
                        .get(100, TimeUnit.SECONDS))
                .isEmpty());
    }

    @Test
    void noneWhereTheApplicationHasAsManyAsThereCanBe() {
        runner.run(context -> {
            Work work = context.getBean(Work.class);
            Map<String, String> seen = context.getBean(GmpTaskExecutor.class)
                    .submit(() -> {
                        for (int i = 0; i < 16; i++) {
                            Goroutines.label("key" + i, "value");
                        }
                        return work.send();
                    })
                    .get(100, TimeUnit.SECONDS)
                    .get(100, TimeUnit.SECONDS);
            assertThat(seen).hasSize(16).doesNotContainKey("method");
        });
    }

    @Component
    static class Work {

        @Async
        CompletableFuture<Map<String, String>> send() {
            return CompletableFuture.completedFuture(Goroutines.labels());
        }

        @Async("mails")
        CompletableFuture<Map<String, String>> mail() {
            return CompletableFuture.completedFuture(Goroutines.labels());
        }
    }

    interface Service {
        CompletableFuture<Map<String, String>> call();
    }

    @Component
    static class PostService implements Service {

        @Async
        @Override
        public CompletableFuture<Map<String, String>> call() {
            return CompletableFuture.completedFuture(Goroutines.labels());
        }
    }

    interface Client {

        @Async
        CompletableFuture<Map<String, String>> fetch();
    }

    private record WithoutText(CompletableFuture<Map<String, String>> seen) implements Runnable {

        @Override
        public void run() {
            seen.complete(Goroutines.labels());
        }

        @Override
        public String toString() {
            throw new IllegalStateException("not ready");
        }
    }

    /** Without a proxy. */
    @Component
    static class Ticks {

        volatile Map<String, String> seen;

        @Scheduled(fixedDelay = 10)
        void tick() {
            seen = Goroutines.labels();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    @Import({Work.class, PostService.class, Ticks.class})
    static class Methods {

        @Bean
        Client client() {
            return () -> CompletableFuture.completedFuture(Goroutines.labels());
        }
    }
}
