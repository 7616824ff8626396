package dev.gmp.spring.cluster;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Patience;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Applications that are nodes of one cluster on the loopback address. */
final class Node {

    private Node() {}

    /** An application with accounts, and without a setting of the cluster. */
    static ApplicationContextRunner without() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        GmpAutoConfiguration.class,
                        GmpProcessAutoConfiguration.class,
                        GmpClusterAutoConfiguration.class,
                        JacksonAutoConfiguration.class,
                        SslAutoConfiguration.class,
                        TaskSchedulingAutoConfiguration.class))
                .withPropertyValues("gmp.max-procs=2")
                .withUserConfiguration(Accounts.class);
    }

    /** The node that founds the cluster. */
    static ApplicationContextRunner first() {
        return without()
                .withPropertyValues(
                        "gmp.cluster.name=shop",
                        "gmp.cluster.host=127.0.0.1",
                        "gmp.cluster.port=0",
                        "gmp.cluster.failure.acceptable-pause=1m", // a node on a busy machine is not lost
                        "gmp.cluster.failure.stable-after=2s", // also the time between two looks at how keys are spread
                        "gmp.cluster.hand-over.timeout=60s",
                        "gmp.cluster.buffer.timeout=60s",
                        "gmp.cluster.messages=" + Account.class.getPackageName());
    }

    /** A node that joins another one. */
    static ApplicationContextRunner besides(ApplicationContext first) {
        return first().withPropertyValues("gmp.cluster.seed-nodes=" + address(first));
    }

    static String address(ApplicationContext node) {
        awaitMembers(1, node);
        return node.getBean(Cluster.class).snapshot().self();
    }

    /** Waits until each of the nodes takes part, and knows so many. */
    static void awaitMembers(int members, ApplicationContext... nodes) {
        for (ApplicationContext node : nodes) {
            Cluster cluster = node.getBean(Cluster.class);
            Patience.await().until(() -> {
                var snapshot = cluster.snapshot();
                return snapshot.status() == Status.UP && snapshot.members().size() >= members;
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Accounts {

        @Bean
        List<String> ended() {
            return new CopyOnWriteArrayList<>();
        }

        @Bean
        @Scope("prototype")
        Account account(List<String> ended) {
            return new Account(ended);
        }
    }
}
