package dev.gmp.spring.named;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.named.NamedSchedulersTests.AsyncAndScheduled;
import dev.gmp.spring.named.NamedSchedulersTests.Ticking;
import dev.gmp.spring.named.NamedSchedulersTests.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.TaskScheduler;

/** A context that is configured as its parent has the parent's entries of {@code gmp.schedulers}, and none of its own. */
class NamedSchedulersOfParentTests {

    private final ApplicationContextRunner plain = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class));

    private final ApplicationContextRunner runner =
            plain.withPropertyValues("gmp.schedulers.orders.max-goroutines=2", "gmp.schedulers.batch.max-procs=1");

    @Test
    void aChildInjectsThemAndLeavesThemRunning() {
        runner.run(parent -> {
            runner.withParent(parent)
                    .withUserConfiguration(InjectedByQualifier.class)
                    .withBean(Batch.class)
                    .run(child -> {
                        assertThat(child).hasNotFailed();
                        assertThat(child.getBeanFactory().getBeanDefinitionNames())
                                .doesNotContain("ordersBulkhead", "ordersTaskExecutor", "batchScheduler");
                        InjectedByQualifier injected = child.getBean(InjectedByQualifier.class);
                        assertThat(injected.executor).isSameAs(parent.getBean("ordersTaskExecutor"));
                        assertThat(injected.executorService).isSameAs(injected.executor);
                        assertThat(injected.scheduler).isSameAs(parent.getBean("ordersTaskScheduler"));
                        assertThat(injected.bulkhead).isSameAs(parent.getBean("ordersBulkhead"));
                        Batch batch = child.getBean(Batch.class);
                        assertThat(batch.executor).isSameAs(parent.getBean("batchTaskExecutor"));
                        assertThat(batch.scheduler).isSameAs(parent.getBean("batchTaskScheduler"));
                        child.close();
                    });
            assertThat(parent.getBean("ordersTaskExecutor", ExecutorService.class)
                            .submit(() -> 7)
                            .get(100, TimeUnit.SECONDS))
                    .isEqualTo(7);
            assertThat(parent.getBean("batchScheduler", GmpScheduler.class).isShutdown())
                    .isFalse();
        });
    }

    @Test
    void asyncAndScheduledMethodsOfAChildRunThroughThem() {
        runner.run(parent -> runner.withParent(parent)
                .withUserConfiguration(AsyncAndScheduled.class, Ticking.class)
                .run(child -> {
                    Bulkhead orders = parent.getBean("ordersBulkhead", Bulkhead.class);
                    Ticking ticking = child.getBean(Ticking.class);
                    await().untilAsserted(() -> assertThat(ticking.ticks).hasValueGreaterThan(3));
                    assertThat(orders.snapshot().admitted()).isGreaterThan(3);
                    assertThat(child.getBean(Work.class).inOrders().get(100, TimeUnit.SECONDS))
                            .startsWith("gmp-default-");
                }));
    }

    @Test
    void aGrandchildHasThemToo() {
        runner.run(parent -> plain.withParent(parent)
                .run(child -> runner.withParent(child)
                        .withUserConfiguration(InjectedByQualifier.class)
                        .run(grandchild -> assertThat(grandchild.getBean(InjectedByQualifier.class).executor)
                                .isSameAs(parent.getBean("ordersTaskExecutor")))));
    }

    @Test
    void aChildAddsWhatItsParentDoesNotHave() {
        plain.withPropertyValues("gmp.schedulers.batch.max-procs=1")
                .run(parent -> runner.withParent(parent)
                        .withUserConfiguration(InjectedByQualifier.class)
                        .run(child -> {
                            assertThat(child.getBean("ordersBulkhead", Bulkhead.class)
                                            .snapshot()
                                            .scheduler())
                                    .isEqualTo("default");
                            assertThat(child.getBean("batchScheduler")).isSameAs(parent.getBean("batchScheduler"));
                        }));
    }

    @Test
    void whatAChildHasAddedEndsWithIt() {
        plain.run(parent -> {
            AtomicInteger ticks = new AtomicInteger();
            CountDownLatch go = new CountDownLatch(1);
            List<Future<?>> accepted = new ArrayList<>();
            runner.withParent(parent).run(child -> {
                TaskScheduler scheduler = child.getBean("ordersTaskScheduler", TaskScheduler.class);
                scheduler.scheduleWithFixedDelay(ticks::incrementAndGet, Duration.ofMillis(1));
                await().until(() -> ticks.get() > 0);
                ExecutorService executor = child.getBean("ordersTaskExecutor", ExecutorService.class);
                for (int task = 0; task < 5; task++) {
                    accepted.add(executor.submit(() -> go.await(100, TimeUnit.SECONDS)));
                }
                child.close();
                assertThatThrownBy(() -> executor.submit(() -> 7)).isInstanceOf(RejectedExecutionException.class);
            });
            go.countDown();
            for (Future<?> each : accepted) {
                assertThat(each.get(100, TimeUnit.SECONDS)).isEqualTo(true);
            }
            GmpScheduler scheduler = parent.getBean(GmpScheduler.class);
            await().until(() -> scheduler.snapshot().bulkheads().isEmpty());
            await().until(() -> scheduler.snapshot().timersPending() == 0);
            runner.withParent(parent).run(again -> assertThat(again).hasNotFailed());
        });
    }

    record Batch(
            @Qualifier("batch") ExecutorService executor,
            @Qualifier("batch") TaskScheduler scheduler) {}
}
