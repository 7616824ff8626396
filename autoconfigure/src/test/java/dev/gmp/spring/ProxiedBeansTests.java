package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.standin.GmpOffAutoConfiguration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.RootClassFilter;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Aspects of an application may match its task executors and task schedulers. Boot has proxies extend a bean's class. */
class ProxiedBeansTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpOffAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class,
                    AopAutoConfiguration.class))
            .withUserConfiguration(Advised.class)
            .withPropertyValues("gmp.schedulers.orders.max-goroutines=1");

    @ParameterizedTest
    @ValueSource(strings = {"auto", "off"})
    void everyExecutorMayBeAdvised(String mode) {
        runner.withPropertyValues("gmp.mode=" + mode).run(context -> {
            assertThat(context).hasNotFailed();
            AtomicInteger calls = context.getBean(AtomicInteger.class);
            for (String name : new String[] {"applicationTaskExecutor", "ordersTaskExecutor"}) {
                int before = calls.get();
                CountDownLatch ran = new CountDownLatch(1);
                context.getBean(name, Executor.class).execute(ran::countDown);
                assertThat(ran.await(100, TimeUnit.SECONDS)).as(name).isTrue();
                assertThat(calls.get()).as(name).isGreaterThan(before);
            }
            assertThat(context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class)
                            .submit(() -> 7)
                            .get())
                    .isEqualTo(7);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "off"})
    void everyTaskSchedulerMayBeAdvised(String mode) {
        runner.withPropertyValues("gmp.mode=" + mode).run(context -> {
            AtomicInteger calls = context.getBean(AtomicInteger.class);
            for (String name : new String[] {"taskScheduler", "ordersTaskScheduler"}) {
                int before = calls.get();
                TaskScheduler scheduler = context.getBean(name, TaskScheduler.class);
                scheduler.schedule(() -> {}, scheduler.getClock().instant()).get(100, TimeUnit.SECONDS);
                assertThat(calls.get()).as(name).isGreaterThan(before);
            }
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Advised {

        @Bean
        static AtomicInteger calls() {
            return new AtomicInteger();
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE) // applied without AspectJ, too
        static Advisor counting(AtomicInteger calls) {
            MethodInterceptor count = call -> {
                calls.incrementAndGet();
                return call.proceed();
            };
            ComposablePointcut either = new ComposablePointcut(new RootClassFilter(TaskExecutor.class))
                    .union(new RootClassFilter(TaskScheduler.class));
            return new DefaultPointcutAdvisor(either, count);
        }
    }
}
