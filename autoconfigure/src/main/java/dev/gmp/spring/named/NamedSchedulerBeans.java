package dev.gmp.spring.named;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.spring.config.GmpBeanNames;
import dev.gmp.spring.config.GmpProperties;
import dev.gmp.spring.config.InvalidSettings;
import dev.gmp.spring.config.NamedSchedulerProperties;
import dev.gmp.spring.job.ScheduledJobs;
import dev.gmp.spring.lifecycle.SchedulerEnd;
import dev.gmp.spring.lifecycle.SchedulerLifecycle;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.GmpTaskScheduler;
import dev.gmp.spring.task.GmpTaskSchedulerCustomizer;
import dev.gmp.spring.task.NamedTaskExecutor;
import dev.gmp.spring.task.TaskDecorators;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.task.TaskDecorator;

/** Makes the beans of one entry of {@code gmp.schedulers}. */
record NamedSchedulerBeans(
        ConfigurableListableBeanFactory beans, String name, NamedSchedulerProperties entry, Candidates candidates) {

    /** A scheduler of its own, with the settings of {@code gmp} where the entry has none. */
    GmpScheduler scheduler() {
        GmpProperties defaults = beans.getBean(GmpProperties.class);
        SchedulerBuilder builder =
                defaults.toBuilderWithoutMaxProcs().name(name).contextClassLoader(beans.getBeanClassLoader());
        if (entry.maxProcs() != null) {
            builder.maxProcs(entry.maxProcs());
        }
        if (entry.goroutines() != null) {
            builder.goroutines(entry.goroutines());
        }
        if (entry.timeSlice() != null) {
            builder.timeSlice(entry.timeSlice());
        }
        if (entry.maxThreads() != null) {
            builder.maxMachines(entry.maxThreads());
        }
        if (entry.discipline() != null) {
            builder.discipline(entry.discipline());
        }
        if (!entry.hasBulkhead() && entry.queueCapacity() != null) {
            builder.queueCapacity(entry.queueCapacity());
        }
        if (!entry.hasBulkhead() && entry.rejectionPolicy() != null) {
            builder.rejectionPolicy(entry.rejectionPolicy());
        }
        GmpScheduler scheduler = InvalidSettings.reported(
                prefix(),
                setting -> entry.sets(setting) ? prefix() : GmpProperties.PREFIX,
                entry.goroutines() != null ? entry.goroutines() : defaults.goroutines(),
                builder::build);
        return SchedulerEnd.with(beans, schedulerName(name), scheduler);
    }

    SchedulerLifecycle lifecycle() {
        return beans.getBean(GmpBeanNames.LIFECYCLE, SchedulerLifecycle.class)
                .forAnother(beans.getBean(schedulerName(name), GmpScheduler.class));
    }

    Bulkhead bulkhead() {
        Bulkhead.Builder builder = owner().gate().scheduler().bulkhead(name);
        if (entry.maxGoroutines() != null) {
            builder.maxGoroutines(entry.maxGoroutines());
        }
        if (entry.queueCapacity() != null) {
            builder.queueCapacity(entry.queueCapacity());
        }
        if (entry.rejectionPolicy() != null) {
            builder.rejectionPolicy(entry.rejectionPolicy());
        }
        if (entry.goroutines() != null) {
            builder.goroutines(entry.goroutines());
        }
        return InvalidSettings.reported(prefix(), entry.goroutines(), builder::build);
    }

    BulkheadLifecycle bulkheadLifecycle() {
        return new BulkheadLifecycle(owner(), beans.getBean(name + "Bulkhead", Bulkhead.class));
    }

    NamedTaskExecutor taskExecutor() {
        Bulkhead bulkhead = entry.hasBulkhead() ? beans.getBean(name + "Bulkhead", Bulkhead.class) : null;
        GmpTaskExecutor tasks = new GmpTaskExecutor(jobs().gate(), TaskDecorators.composite(candidates.decorators()));
        return new NamedTaskExecutor(name, tasks, bulkhead);
    }

    GmpTaskScheduler taskScheduler() {
        GmpTaskScheduler taskScheduler =
                new GmpTaskScheduler(jobs(), TaskDecorators.composite(candidates.decorators()));
        candidates.customizers().orderedStream().forEach(customizer -> customizer.customize(taskScheduler));
        return taskScheduler;
    }

    /** Of the beans of each type those that Spring would inject anywhere, as into the application's own executor. */
    record Candidates(
            ObjectProvider<TaskDecorator> decorators, ObjectProvider<GmpTaskSchedulerCustomizer> customizers) {}

    /** The way in, the same for both. */
    private ScheduledJobs jobs() {
        SchedulerLifecycle owner = owner();
        return entry.hasBulkhead() ? owner.jobsOf(beans.getBean(name + "Bulkhead", Bulkhead.class)) : owner.jobs();
    }

    private SchedulerLifecycle owner() {
        String bean = entry.hasOwnProcessors() ? lifecycleName(name) : GmpBeanNames.LIFECYCLE;
        return beans.getBean(bean, SchedulerLifecycle.class);
    }

    /** The bean that is the scheduler of an entry with processors of its own. */
    static String schedulerName(String entry) {
        return entry + "Scheduler";
    }

    /** The bean that is its life. */
    static String lifecycleName(String entry) {
        return schedulerName(entry) + "Lifecycle";
    }

    private String prefix() {
        return NamedSchedulerProperties.property(name);
    }
}
