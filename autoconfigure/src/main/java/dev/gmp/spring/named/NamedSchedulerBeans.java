package dev.gmp.spring.named;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.spring.config.GmpBeanNames;
import dev.gmp.spring.config.GmpProperties;
import dev.gmp.spring.config.InvalidSettings;
import dev.gmp.spring.config.NamedSchedulerProperties;
import dev.gmp.spring.job.Entrances;
import dev.gmp.spring.job.ScheduledJobs;
import dev.gmp.spring.lifecycle.SchedulerEnd;
import dev.gmp.spring.lifecycle.SchedulerLifecycle;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.GmpTaskScheduler;
import dev.gmp.spring.task.GmpTaskSchedulerCustomizer;
import dev.gmp.spring.task.NamedTaskExecutor;
import dev.gmp.spring.task.TaskDecorators;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.core.task.TaskDecorator;

/** Makes the beans of one entry of {@code gmp.schedulers}. */
record NamedSchedulerBeans(
        ConfigurableListableBeanFactory beans, String name, NamedSchedulerProperties entry, Candidates candidates) {

    /** A scheduler of its own, with the settings of {@code gmp} where the entry has none. */
    GmpScheduler scheduler() {
        GmpProperties defaults = beans.getBean(GmpProperties.class);
        SchedulerBuilder builder =
                defaults.toBuilderWithoutMaxProcs().name(name).contextClassLoader(beans.getBeanClassLoader());
        PropertyMapper map = PropertyMapper.get();
        map.from(entry.maxProcs()).to(builder::maxProcs);
        map.from(entry.goroutines()).to(builder::goroutines);
        map.from(entry.timeSlice()).to(builder::timeSlice);
        map.from(entry.maxThreads()).to(builder::maxMachines);
        map.from(entry.discipline()).to(builder::discipline);
        if (!entry.hasBulkhead()) {
            map.from(entry.queueCapacity()).to(builder::queueCapacity);
            map.from(entry.rejectionPolicy()).to(builder::rejectionPolicy);
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
        Bulkhead.Builder builder = owner().entrances().gate().scheduler().bulkhead(name);
        PropertyMapper map = PropertyMapper.get();
        map.from(entry.maxGoroutines()).to(builder::maxGoroutines);
        map.from(entry.queueCapacity()).to(builder::queueCapacity);
        map.from(entry.rejectionPolicy()).to(builder::rejectionPolicy);
        map.from(entry.goroutines()).to(builder::goroutines);
        return InvalidSettings.reported(prefix(), entry.goroutines(), builder::build);
    }

    /** Ends the bulkhead with its context, where the scheduler before which it stands is that of a parent and goes on. */
    DisposableBean bulkheadLifecycle() {
        Entrances entrances = owner().entrances();
        Bulkhead bulkhead = beans.getBean(name + "Bulkhead", Bulkhead.class);
        return () -> entrances.end(bulkhead);
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
        Entrances entrances = owner().entrances();
        return entry.hasBulkhead()
                ? entrances.jobsOf(beans.getBean(name + "Bulkhead", Bulkhead.class))
                : entrances.jobs();
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
