package dev.gmp.spring.it.consumers;

import dev.gmp.spring.it.Whereabouts;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.cfg.PersistenceSettings;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.Pollers;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Controller;

/** An application that gives work to executors in every way that needs no request. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync
@EnableScheduling
@Import({
    ConsumerApplication.AsyncMethods.class,
    ConsumerApplication.Job.class,
    ConsumerApplication.Queries.class,
    WebConsumers.class
})
class ConsumerApplication {

    /** What the bean that is made in the background was made on. */
    record MadeInBackground(String on) {}

    @Bean(bootstrap = Bean.Bootstrap.BACKGROUND)
    MadeInBackground madeInBackground() {
        return new MadeInBackground(Whereabouts.here());
    }

    /** Knows what Hibernate was started on. */
    @Bean
    CreatedOn createdOn() {
        return new CreatedOn(new CompletableFuture<>());
    }

    @Bean
    HibernatePropertiesCustomizer startObserver(CreatedOn createdOn) {
        SessionFactoryObserver observer = new SessionFactoryObserver() {
            @Override
            public void sessionFactoryCreated(SessionFactory factory) {
                createdOn.where().complete(Whereabouts.here());
            }
        };
        return properties -> properties.put(PersistenceSettings.SESSION_FACTORY_OBSERVER, observer);
    }

    record CreatedOn(CompletableFuture<String> where) {}

    @Bean
    PolledOn polledOn() {
        return new PolledOn(new CompletableFuture<>());
    }

    /** Polls by the scheduler that Spring Integration finds. */
    @Bean
    IntegrationFlow polling(PolledOn polledOn) {
        return IntegrationFlow.fromSupplier(() -> "tick", endpoint -> endpoint.poller(Pollers.fixedDelay(50)))
                .handle(message -> polledOn.where().complete(Whereabouts.here()))
                .get();
    }

    record PolledOn(CompletableFuture<String> where) {}

    static class AsyncMethods {

        private final CompletableFuture<String> fireAndForget = new CompletableFuture<>();

        @Async
        void fireAndForget() {
            fireAndForget.complete(Whereabouts.here());
        }

        CompletableFuture<String> whereForgotten() {
            return fireAndForget;
        }

        @Async
        CompletableFuture<String> completable() {
            return CompletableFuture.completedFuture(Whereabouts.here());
        }

        @Async
        Future<String> future() {
            return CompletableFuture.completedFuture(Whereabouts.here());
        }

        @Async
        CompletableFuture<String> failing() {
            throw new IllegalStateException("on " + Whereabouts.here());
        }
    }

    static class Job {

        final CompletableFuture<String> ranOn = new CompletableFuture<>();

        @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
        void run() {
            ranOn.complete(Whereabouts.here());
        }
    }

    @Controller
    static class Queries {

        @QueryMapping
        Callable<String> callable() {
            return Whereabouts::here;
        }
    }
}
