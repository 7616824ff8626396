package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that fails while it starts leaves nothing of its schedulers behind, however early it is. */
class FailedStartTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class))
            .withPropertyValues("gmp.schedulers.orders.max-procs=1");

    @Test
    void schedulersEndThatHaveNoLifeCycleYet() {
        List<GmpScheduler> made = new ArrayList<>();
        runner.withBean("made", List.class, () -> made)
                .withUserConfiguration(Failing.class)
                .run(context -> assertThat(context).hasFailed());
        assertThat(made).hasSize(2);
        made.forEach(scheduler -> await(scheduler.name()).until(scheduler::isTerminated));
    }

    /** As a consumer's loop, which the threads of nobody else outlive. */
    private static void waitForEver() {
        try {
            new LinkedBlockingQueue<>().take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Failing {

        /** Made before the life cycles: beans of the application come first. */
        @Bean
        @SuppressWarnings("unchecked")
        String impatient(BeanFactory beans) {
            for (String name : List.of("gmpScheduler", "ordersScheduler")) {
                GmpScheduler scheduler = beans.getBean(name, GmpScheduler.class);
                scheduler.execute(() -> {});
                scheduler.execute(FailedStartTests::waitForEver);
                scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
                beans.getBean("made", List.class).add(scheduler);
            }
            throw new IllegalStateException("thought better of it");
        }
    }
}
