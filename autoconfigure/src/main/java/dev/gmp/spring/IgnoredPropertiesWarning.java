package dev.gmp.spring;

import dev.gmp.spring.bean.BeanDefinitions;
import dev.gmp.spring.config.ClusterSwitch;
import dev.gmp.spring.config.GmpProperties;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.GmpTaskScheduler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;

/**
 * Says once, at the start, which properties of Boot's pools are set although nothing reads them, and what does
 * their work here. Silence would let an operator believe in a limit that is not there.
 */
@Configuration(proxyBeanMethods = false)
class IgnoredPropertiesWarning implements SmartInitializingSingleton {

    private static final Log LOG = LogFactory.getLog(IgnoredPropertiesWarning.class);

    private static final String NO_POOL = "there is no pool: gmp.max-procs says how many tasks run at once";
    private static final String BULKHEAD = "use a bulkhead: gmp.schedulers.<name>.max-goroutines";
    private static final String NO_LIMIT = "threads are made when needed; for a limit " + BULKHEAD;
    private static final String NO_NAMES = "threads are named after the scheduler";

    private static final Map<String, String> OF_THE_EXECUTOR = instead(
            "spring.task.execution.pool.core-size", NO_POOL,
            "spring.task.execution.pool.max-size", NO_LIMIT,
            "spring.task.execution.pool.queue-capacity", "use gmp.queue-capacity",
            "spring.task.execution.pool.keep-alive", "use gmp.threads.keep-alive",
            "spring.task.execution.pool.allow-core-thread-timeout", "use gmp.threads.keep-alive",
            "spring.task.execution.pool.shutdown.accept-tasks-after-context-close", "tasks are accepted until the end",
            "spring.task.execution.simple.concurrency-limit", BULKHEAD,
            "spring.task.execution.simple.reject-tasks-when-limit-reached", BULKHEAD + " and queue-capacity=0",
            "spring.task.execution.simple.cancel-remaining-tasks-on-close", "use gmp.shutdown.await-termination-period",
            "spring.task.execution.shutdown.await-termination", "use gmp.shutdown.await-termination-period",
            "spring.task.execution.shutdown.await-termination-period", "use gmp.shutdown.await-termination-period",
            "spring.task.execution.thread-name-prefix", NO_NAMES);

    private static final Map<String, String> OF_THE_TASK_SCHEDULER = instead(
            "spring.task.scheduling.pool.size", NO_POOL,
            "spring.task.scheduling.simple.concurrency-limit", BULKHEAD,
            "spring.task.scheduling.thread-name-prefix", NO_NAMES);

    private static final Map<String, String> OF_THE_WEB_SERVER = instead(
            "server.tomcat.threads.max", "use server.tomcat.max-connections",
            "server.tomcat.threads.min-spare", "use gmp.threads.keep-alive",
            "server.tomcat.threads.max-queue-capacity", "use gmp.queue-capacity",
            "server.jetty.threads.max-queue-capacity", "use gmp.queue-capacity");

    private final BeanFactory beans;
    private final Environment environment;
    private final ResourceLoader resources;
    private final GmpProperties properties;

    IgnoredPropertiesWarning(
            BeanFactory beans, Environment environment, ResourceLoader resources, GmpProperties properties) {
        this.beans = beans;
        this.environment = environment;
        this.resources = resources;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        warnOfSettingsWithoutCluster();
        List<String> ignored = new ArrayList<>();
        if (BeanDefinitions.isThere(
                beans, TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME, GmpTaskExecutor.class)) {
            collect(OF_THE_EXECUTOR, ignored);
        }
        if (BeanDefinitions.isThere(
                beans, ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME, GmpTaskScheduler.class)) {
            collect(OF_THE_TASK_SCHEDULER, ignored);
        }
        if (properties.web().enabled()) {
            collect(OF_THE_WEB_SERVER, ignored);
        }
        if (!ignored.isEmpty()) {
            LOG.warn("These properties have no effect while gmp runs the tasks: " + String.join("; ", ignored));
        }
    }

    /** A node that runs alone unnoticed would do what others do, too. */
    private void warnOfSettingsWithoutCluster() {
        ClusterSwitch cluster = ClusterSwitch.of(environment, resources.getClassLoader());
        boolean isOn = cluster == ClusterSwitch.ON || cluster == ClusterSwitch.DISABLED;
        if (!isOn
                && Binder.get(environment)
                        .bind(ClusterSwitch.PREFIX, Bindable.mapOf(String.class, Object.class))
                        .isBound()) {
            LOG.warn("The properties gmp.cluster.* have no effect: " + cluster.reason());
        }
    }

    private void collect(Map<String, String> instead, List<String> ignored) {
        Binder binder = Binder.get(environment);
        instead.forEach((property, advice) -> {
            if (binder.bind(property, Bindable.of(String.class)).isBound()) {
                ignored.add(property + " (" + advice + ")");
            }
        });
    }

    private static Map<String, String> instead(String... propertiesAndAdvice) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < propertiesAndAdvice.length; i += 2) {
            map.put(propertiesAndAdvice[i], propertiesAndAdvice[i + 1]);
        }
        return map;
    }
}
