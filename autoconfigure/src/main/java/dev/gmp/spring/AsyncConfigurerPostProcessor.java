package dev.gmp.spring;

import java.lang.reflect.Modifier;
import java.util.concurrent.Executor;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.NameMatchMethodPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.scheduling.annotation.AsyncConfigurer;

/**
 * Lets an {@code AsyncConfigurer} of the application that names no executor name the application's. Spring would look for one
 * by type and by name then, and find another where there are several. What other beans see keeps the configurer's class, because
 * that is often a configuration whose bean methods are called on it. One of a final class stays as it is.
 */
final class AsyncConfigurerPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {

    private static final long serialVersionUID = 1L;

    /** @param executorName of the application's executor, which is looked up when it is needed */
    AsyncConfigurerPostProcessor(BeanFactory beanFactory, String executorName) {
        MethodInterceptor orTheApplications = call -> {
            Object named = call.proceed();
            return named != null ? named : beanFactory.getBean(executorName, Executor.class);
        };
        NameMatchMethodPointcutAdvisor advisor = new NameMatchMethodPointcutAdvisor(orTheApplications);
        advisor.setMappedName("getAsyncExecutor");
        this.advisor = advisor;
    }

    @Override
    protected boolean isEligible(Class<?> targetClass) {
        return AsyncConfigurer.class.isAssignableFrom(targetClass) && !Modifier.isFinal(targetClass.getModifiers());
    }

    @Override
    protected void customizeProxyFactory(ProxyFactory proxyFactory) {
        proxyFactory.setProxyTargetClass(true);
    }
}
