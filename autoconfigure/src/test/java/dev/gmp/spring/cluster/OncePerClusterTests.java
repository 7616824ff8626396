package dev.gmp.spring.cluster;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.gmp.process.cluster.Cluster;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Which runs of scheduled methods are left out. */
class OncePerClusterTests {

    private final Cluster cluster = mock();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withBean(Cluster.class, () -> cluster, definition -> definition.setDestroyMethodName(""))
            .withBean(OncePerClusterAdvice.class)
            .withUserConfiguration(Jobs.class);

    @Test
    void aMethodRunsWhileThisNodeHoldsTheSingleton() {
        when(cluster.holdsSingleton(ClusterWideWork.TYPE)).thenReturn(false);
        runner.run(context -> {
            Counts counts = context.getBean(Counts.class);
            await().until(() -> counts.each.get() > 20);
            assertThat(counts.once).hasValue(0);

            when(cluster.holdsSingleton(ClusterWideWork.TYPE)).thenReturn(true);
            await().until(() -> counts.once.get() > 20);
        });
    }

    @Test
    void onlyBeansWithTheAnnotationHaveAProxy() {
        runner.run(context -> {
            assertThat(AopUtils.isCglibProxy(context.getBean(Job.class))).isTrue();
            assertThat(AopUtils.isAopProxy(context.getBean(Counts.class))).isFalse();
        });
    }

    @Test
    void aMethodThatReturnsSomethingStopsTheStart() {
        runner.withUserConfiguration(Returning.class)
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining(
                                "has @OncePerCluster and returns java.util.concurrent.CompletableFuture"));
    }

    @Test
    void withoutAClusterItRuns() {
        Node.without()
                .withUserConfiguration(Jobs.class)
                .run(context ->
                        await().until(() -> context.getBean(Counts.class).once.get() > 2));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Jobs {

        @Bean
        Counts counts() {
            return new Counts();
        }

        @Bean
        Job job(Counts counts) {
            return new Job(counts);
        }
    }

    static class Counts {

        final AtomicInteger once = new AtomicInteger();
        final AtomicInteger each = new AtomicInteger();
    }

    static class Job {

        private final Counts counts;

        Job(Counts counts) {
            this.counts = counts;
        }

        @Scheduled(fixedDelay = 1)
        @OncePerCluster
        void once() {
            counts.once.incrementAndGet();
        }

        @Scheduled(fixedDelay = 1)
        void each() {
            counts.each.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Returning {

        @Bean
        Later later() {
            return new Later();
        }
    }

    static class Later {

        @Scheduled(fixedDelay = 1)
        @OncePerCluster
        CompletableFuture<Void> later() {
            return CompletableFuture.completedFuture(null);
        }
    }
}
