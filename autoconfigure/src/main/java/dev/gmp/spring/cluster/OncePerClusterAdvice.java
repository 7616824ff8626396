package dev.gmp.spring.cluster;

import dev.gmp.process.cluster.Cluster;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Gives each bean that has a method with {@link OncePerCluster} a proxy. The post-processor of {@code @Scheduled} comes
 * later, and calls the proxy.
 */
final class OncePerClusterAdvice extends AbstractBeanFactoryAwareAdvisingPostProcessor {

    private static final Log LOG = LogFactory.getLog(OncePerCluster.class);

    OncePerClusterAdvice(ObjectProvider<Cluster> cluster) {
        advisor = new DefaultPointcutAdvisor(new AnnotatedMethods(), new OnTheHolder(cluster));
        setProxyTargetClass(true);
        setOrder(LOWEST_PRECEDENCE - 1);
    }

    /** Those that are annotated, found in Java, so that a method which returns something stops the start. */
    private static final class AnnotatedMethods extends StaticMethodMatcherPointcut {

        AnnotatedMethods() {
            setClassFilter(type -> AnnotationUtils.isCandidateClass(type, OncePerCluster.class));
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            boolean isAnnotated = AnnotatedElementUtils.hasAnnotation(method, OncePerCluster.class);
            if (isAnnotated && method.getReturnType() != void.class) {
                throw new IllegalStateException(
                        "The method %s has @OncePerCluster and returns %s, but a call that is left out returns nothing."
                                .formatted(method, method.getReturnType().getName()));
            }
            return isAnnotated;
        }
    }

    private record OnTheHolder(ObjectProvider<Cluster> cluster) implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            if (cluster.getObject().holdsSingleton(ClusterWideWork.TYPE)) {
                return invocation.proceed();
            }
            LOG.debug("Left out, since another node holds the singleton: " + invocation.getMethod());
            return null;
        }
    }
}
