package dev.gmp.spring;

import java.lang.reflect.Modifier;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.NameMatchMethodPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.scheduling.annotation.AsyncConfigurer;

/**
 * Lets an {@code AsyncConfigurer} of the application that names no executor name the application's. Spring would look for one
 * by type and by name then, and find another where there are several. What other beans see keeps the configurer's class, because
 * that is often a configuration whose bean methods are called on it. One of a class that cannot be extended stays as it is.
 */
final class AsyncConfigurerPostProcessor implements BeanPostProcessor {

    private final Advisor advisor;

    /** @param executorName of the application's executor, which is looked up when it is needed */
    AsyncConfigurerPostProcessor(BeanFactory beanFactory, String executorName) {
        MethodInterceptor orTheApplications = call -> {
            Object named = call.proceed();
            return named != null ? named : beanFactory.getBean(executorName, Executor.class);
        };
        NameMatchMethodPointcutAdvisor ofOneMethod = new NameMatchMethodPointcutAdvisor(orTheApplications);
        ofOneMethod.setMappedName("getAsyncExecutor");
        this.advisor = ofOneMethod;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> type = bean.getClass();
        if (!(bean instanceof AsyncConfigurer) || !canBeExtended(type)) {
            return bean;
        }
        ProxyFactory factory = new ProxyFactory();
        factory.setTarget(bean);
        factory.setProxyTargetClass(true);
        factory.addAdvisor(advisor);
        // The class may be visible in its package only, and so to nothing that another loader has loaded.
        return factory.getProxy(type.getClassLoader());
    }

    private static boolean canBeExtended(Class<?> type) {
        return !Modifier.isFinal(type.getModifiers())
                && Stream.of(type.getDeclaredConstructors())
                        .anyMatch(constructor -> !Modifier.isPrivate(constructor.getModifiers()));
    }
}
