package dev.gmp.spring.named;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.config.NamedSchedulerProperties;
import dev.gmp.spring.lifecycle.SchedulerLifecycle;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/** The entries of {@code gmp.schedulers} that are schedulers of their own, for what a property sends to one of them. */
public final class SeparateSchedulers {

    private SeparateSchedulers() {}

    /**
     * Finds one by the name of its entry.
     *
     * @param property that has the name
     * @param dependent the bean that needs the scheduler; it is destroyed before that ends
     * @throws InvalidConfigurationPropertyValueException if there is no entry of that name, or it has no processors of its own
     */
    public static GmpScheduler named(
            String name, String property, ConfigurableBeanFactory beans, Environment environment, String dependent) {
        Map<String, NamedSchedulerProperties> entries = NamedSchedulerProperties.all(environment);
        NamedSchedulerProperties entry = entries.get(name);
        if (entry == null || !entry.hasOwnProcessors()) {
            throw new InvalidConfigurationPropertyValueException(property, name, reason(name, entries));
        }
        String lifecycle = NamedSchedulerBeans.lifecycleName(name);
        beans.getBean(lifecycle, SchedulerLifecycle.class); // made earlier, it ends later
        beans.registerDependentBean(lifecycle, dependent);
        return beans.getBean(NamedSchedulerBeans.schedulerName(name), GmpScheduler.class);
    }

    private static String reason(String name, Map<String, NamedSchedulerProperties> entries) {
        String allowed = entries.entrySet().stream()
                .filter(entry -> entry.getValue().hasOwnProcessors())
                .map(entry -> "'" + entry.getKey() + "'")
                .collect(Collectors.joining(", "));
        return "must be an entry of %s with processors of its own, by max-procs or separate; %s, and %s"
                .formatted(
                        NamedSchedulerProperties.PREFIX,
                        entries.containsKey(name) ? "this one is a bulkhead only" : "there is none of this name",
                        allowed.isEmpty() ? "no other has any" : "those that have are " + allowed);
    }
}
