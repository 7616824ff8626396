package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.interceptor.AsyncUncaughtExceptionHandler;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.annotation.AnnotationAsyncExecutionInterceptor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/** An {@code AsyncConfigurer} of the application stays the bean that it is, whatever its class. */
class AsyncConfigurerTests {

    private static final String OURS = "gmp-";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withPropertyValues("gmp.mode=force", "gmp.goroutines=direct");

    @ParameterizedTest
    @ValueSource(classes = {Final.class, Private.class, Sealed.class, Open.class})
    void ofAnyClass(Class<? extends AsyncConfigurer> type) {
        runner.withUserConfiguration(OtherExecutor.class, Application.class, type)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(AsyncConfigurer.class).getClass())
                            .isSameAs(type);
                    assertThat(asyncThread(context)).startsWith(OURS);
                });
    }

    @Test
    void aConfigurationMakesItsBeansWithItsFields() {
        runner.withUserConfiguration(Application.class, Light.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean("ofAFinalMethod")).isEqualTo("final field");
            assertThat(context.getBean("ofAPrivateMethod")).isEqualTo("private field");
            assertThat(asyncThread(context)).startsWith(OURS);
        });
    }

    @Test
    void aConfigurationHasPrivateScheduledAndListeningMethods() {
        runner.withUserConfiguration(Application.class, Busy.class).run(context -> {
            assertThat(context).hasNotFailed();
            Busy busy = context.getBean(Busy.class);
            assertThat(busy.scheduled.get(1, TimeUnit.MINUTES)).startsWith(OURS);
            assertThat(busy.heard).isDone();
        });
    }

    @Test
    void anExecutorThatItNamesIsUsed() {
        runner.withUserConfiguration(Application.class, Naming.class)
                .run(context -> assertThat(asyncThread(context)).isEqualTo("named"));
    }

    @ParameterizedTest
    @ValueSource(classes = {Handling.class, HandlingAndNaming.class})
    void itsExceptionHandlerIsUsed(Class<? extends Handling> type) {
        runner.withUserConfiguration(Application.class, type).run(context -> {
            context.getBean(Service.class).fail();
            assertThat(context.getBean(Handling.class).handled.get(1, TimeUnit.MINUTES))
                    .hasMessage("thrown by an asynchronous method");
        });
    }

    /** That is made of a bean, too, which Spring's configuration calls the aspect, and it takes its executor in the same way. */
    @Test
    void theAspectOfAspectJGetsTheExecutorToo() {
        runner.withUserConfiguration(OtherExecutor.class, Final.class, Aspect.class)
                .run(context -> assertThat(whereTheAspectRuns(context)).startsWith(OURS));
        runner.withUserConfiguration(OtherExecutor.class, Naming.class, Aspect.class)
                .run(context -> assertThat(whereTheAspectRuns(context)).isEqualTo("named"));
    }

    private static String asyncThread(AssertableApplicationContext context) throws Exception {
        return context.getBean(Service.class).thread().get(1, TimeUnit.MINUTES);
    }

    private static String whereTheAspectRuns(AssertableApplicationContext context) throws Exception {
        ProxyFactory factory = new ProxyFactory(new Service());
        factory.addAdvice(
                context.getBean(TaskManagementConfigUtils.ASYNC_EXECUTION_ASPECT_BEAN_NAME, MethodInterceptor.class));
        return ((Service) factory.getProxy()).thread().get(1, TimeUnit.MINUTES);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    static class Application {

        @Bean
        Service service() {
            return new Service();
        }
    }

    /** That which Spring finds by itself. */
    @Configuration(proxyBeanMethods = false)
    static class OtherExecutor {

        @Bean
        AsyncTaskExecutor taskExecutor() {
            return new ThreadPoolTaskExecutor();
        }
    }

    static class Service {

        @Async
        CompletableFuture<String> thread() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }

        @Async
        void fail() {
            throw new IllegalStateException("thrown by an asynchronous method");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static final class Final implements AsyncConfigurer {}

    @Configuration(proxyBeanMethods = false)
    private static class Private implements AsyncConfigurer {

        private Private() {}
    }

    @Configuration(proxyBeanMethods = false)
    static sealed class Sealed implements AsyncConfigurer permits OnlyHeir {}

    static final class OnlyHeir extends Sealed {}

    @Configuration(proxyBeanMethods = false)
    static class Open implements AsyncConfigurer {}

    @Configuration(proxyBeanMethods = false)
    static class Light implements AsyncConfigurer {

        private final String finalField;
        private final String privateField;

        Light() {
            finalField = "final field";
            privateField = "private field";
        }

        @Bean
        final String ofAFinalMethod() {
            return finalField;
        }

        @Bean
        private String ofAPrivateMethod() {
            return privateField;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Busy implements AsyncConfigurer {

        final CompletableFuture<String> scheduled = new CompletableFuture<>();
        final CompletableFuture<Void> heard = new CompletableFuture<>();

        @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
        private void run() {
            scheduled.complete(Thread.currentThread().getName());
        }

        @EventListener
        private void hear(ContextRefreshedEvent refreshed) {
            heard.complete(null);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Naming implements AsyncConfigurer {

        @Override
        public Executor getAsyncExecutor() {
            return task -> new Thread(task, "named").start();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Handling implements AsyncConfigurer {

        final CompletableFuture<Throwable> handled = new CompletableFuture<>();

        @Override
        public @Nullable AsyncUncaughtExceptionHandler getAsyncUncaughtExceptionHandler() {
            return (Throwable thrown, Method method, Object... arguments) -> handled.complete(thrown);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class HandlingAndNaming extends Handling {

        @Override
        public Executor getAsyncExecutor() {
            return task -> new Thread(task, "named").start();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Aspect {

        @Bean(TaskManagementConfigUtils.ASYNC_EXECUTION_ASPECT_BEAN_NAME)
        AnnotationAsyncExecutionInterceptor aspect() {
            return new AnnotationAsyncExecutionInterceptor(null);
        }
    }
}
