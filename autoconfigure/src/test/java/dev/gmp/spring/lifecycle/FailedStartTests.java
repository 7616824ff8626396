package dev.gmp.spring.lifecycle;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import dev.gmp.spring.RunningBean;
import dev.gmp.spring.config.GmpBeanNames;
import dev.gmp.spring.task.GmpTaskScheduler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
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

    /** Those that stop with it are not paused: nothing will start them again. */
    @Test
    void tasksAreInterruptedWhenAnotherBeanFailsToStart() {
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicBoolean interruptedBeforeBeansGo = new AtomicBoolean();
        runner.withPropertyValues("gmp.shutdown.await-termination-period=1ms")
                .withBean(
                        "consumer",
                        AutoCloseable.class,
                        () -> () -> interruptedBeforeBeansGo.set(interrupted.await(100, TimeUnit.SECONDS)),
                        consumer -> consumer.setDependsOn(GmpBeanNames.LIFECYCLE)) // goes before it
                .withBean(FailingLifecycle.class, () -> new FailingLifecycle(interrupted))
                .run(context -> assertThat(context).hasFailed());
        assertThat(interruptedBeforeBeansGo).isTrue();
    }

    /** After a start in vain it may be stopped once more, and started. */
    @Test
    void aPauseWhoseEndFailsIsAPauseStill() {
        AtomicBoolean fails = new AtomicBoolean();
        runner.withBean(StartsIfItMay.class, () -> new StartsIfItMay(fails)).run(context -> {
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            application.stop();
            fails.set(true);
            assertThatThrownBy(application::start).hasRootCauseMessage("the port is in use");
            application.stop();
            fails.set(false);
            application.start();
            AtomicBoolean ran = new AtomicBoolean();
            context.getBean(GmpTaskScheduler.class).schedule(() -> ran.set(true), Instant.now());
            await().untilTrue(ran);
        });
    }

    /** As a consumer's loop, which no thread of another bean outlives. */
    private static void waitForEver() {
        try {
            new LinkedBlockingQueue<>().take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** After the scheduler. */
    private static final class StartsIfItMay extends RunningBean {

        private final AtomicBoolean fails;

        StartsIfItMay(AtomicBoolean fails) {
            this.fails = fails;
        }

        @Override
        public void start() {
            if (fails.get()) {
                throw new IllegalStateException("the port is in use");
            }
            super.start();
        }
    }

    private static final class FailingLifecycle extends RunningBean {

        private final CountDownLatch interrupted;

        @Autowired
        private GmpScheduler scheduler;

        FailingLifecycle(CountDownLatch interrupted) {
            this.interrupted = interrupted;
        }

        @Override
        public void start() {
            CountDownLatch begun = new CountDownLatch(1);
            scheduler.execute(() -> {
                begun.countDown();
                waitForEver();
                interrupted.countDown();
            });
            Latches.await(begun);
            throw new IllegalStateException("the port is in use");
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
