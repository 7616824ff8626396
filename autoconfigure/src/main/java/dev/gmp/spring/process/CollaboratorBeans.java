package dev.gmp.spring.process;

import dev.gmp.process.ProcessListener;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.Relay;
import dev.gmp.spring.BeanDefinitions;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The application's relay and its listeners, each looked up when it is first needed: it may need {@code Processes} itself. */
final class CollaboratorBeans {

    private CollaboratorBeans() {}

    /** @throws InvalidProcessBeanException if there are two relays, and none is primary */
    static void register(ConfigurableListableBeanFactory beans, ProcessesBuilder processes) {
        List<String> relays = LaterBean.candidates(beans, Relay.class);
        if (!relays.isEmpty()) {
            LaterBean<Relay> relay = new LaterBean<>(beans, onlyOne(beans, relays), Relay.class);
            processes.relay((to, sender, message) -> relay.get().send(to, sender, message));
        }
        List<LaterBean<ProcessListener>> listeners = LaterBean.candidates(beans, ProcessListener.class).stream()
                .map(name -> new LaterBean<>(beans, name, ProcessListener.class))
                .toList();
        if (!listeners.isEmpty()) {
            processes.listener(new EachListener(beans, listeners));
        }
    }

    /** As Spring chooses: the primary one, its own before a parent's, or else the only one that is no fallback. */
    private static String onlyOne(ConfigurableListableBeanFactory beans, List<String> relays) {
        if (relays.size() == 1) {
            return relays.get(0);
        }
        List<String> candidates = having(beans, relays, BeanDefinition::isPrimary);
        if (candidates.size() > 1) {
            candidates =
                    candidates.stream().filter(beans::containsBeanDefinition).toList();
        } else if (candidates.isEmpty()) {
            List<String> fallbacks = having(beans, relays, BeanDefinition::isFallback);
            candidates =
                    relays.stream().filter(name -> !fallbacks.contains(name)).toList();
        }
        if (candidates.size() == 1) {
            return candidates.get(0);
        }
        throw new InvalidProcessBeanException(
                "There are %d beans of type %s: %s.".formatted(relays.size(), Relay.class.getName(), relays),
                "Keep one of them, or mark one as @Primary: each message goes to one relay.");
    }

    private static List<String> having(
            ConfigurableListableBeanFactory beans, List<String> names, Predicate<BeanDefinition> property) {
        return names.stream()
                .filter(name -> {
                    BeanDefinition definition = BeanDefinitions.of(beans, name);
                    return definition != null && property.test(definition);
                })
                .toList();
    }
}
