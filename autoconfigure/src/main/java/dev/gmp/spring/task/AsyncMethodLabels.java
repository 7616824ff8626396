package dev.gmp.spring.task;

import dev.gmp.Goroutines;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.scheduling.annotation.AsyncAnnotationAdvisor;

/**
 * Labels the goroutine of each {@code @Async} method with the method. It makes no proxies: it adds an advice to those that
 * Spring has made for {@code @Async}, behind the one that hands the call to an executor. It has no order, so it comes after
 * Spring's own processor, which has one.
 */
final class AsyncMethodLabels implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof Advised advised && !advised.isFrozen()) {
            Optional<PointcutAdvisor> async = Arrays.stream(advised.getAdvisors())
                    .filter(AsyncAnnotationAdvisor.class::isInstance)
                    .map(PointcutAdvisor.class::cast)
                    .findFirst();
            async.ifPresent(advisor -> advised.addAdvisor(new DefaultPointcutAdvisor(
                    advisor.getPointcut(), (MethodInterceptor) AsyncMethodLabels::labelled)));
        }
        return bean;
    }

    /** On the executor's thread, or on the caller's, which gets its label back. It is the method that runs, not its interface's. */
    private static @Nullable Object labelled(MethodInvocation invocation) throws Throwable {
        Method method = AopUtils.getMostSpecificMethod(invocation.getMethod(), namedClass(invocation.getThis()));
        String before = MethodLabel.exchange(method.getDeclaringClass().getName() + "." + method.getName());
        try {
            return invocation.proceed();
        } catch (Throwable thrown) {
            Goroutines.failed(thrown); // a future or a handler takes it, where the label is off again
            throw thrown;
        } finally {
            MethodLabel.exchange(before);
        }
    }

    /** Of a proxy or a lambda null: their names differ from start to start. */
    private static @Nullable Class<?> namedClass(@Nullable Object bean) {
        return bean == null
                        || Proxy.isProxyClass(bean.getClass())
                        || bean.getClass().isHidden()
                ? null
                : AopUtils.getTargetClass(bean);
    }
}
