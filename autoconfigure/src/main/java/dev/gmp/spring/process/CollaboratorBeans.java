package dev.gmp.spring.process;

import dev.gmp.process.ProcessListener;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.Relay;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The application's relay and its listeners, each looked up when it is first needed: it may need {@code Processes} itself. */
final class CollaboratorBeans {

    /** Of several beans Spring takes the one that is primary, or else the one that is no fallback. */
    private static final List<Predicate<BeanDefinition>> PREFERENCES =
            List.of(BeanDefinition::isPrimary, definition -> !definition.isFallback());

    private CollaboratorBeans() {}

    /** @throws InvalidProcessBeanException if there are two relays, and none is primary */
    static void register(ConfigurableListableBeanFactory beans, ProcessesBuilder processes) {
        List<String> relays = LaterBean.names(beans, Relay.class);
        if (!relays.isEmpty()) {
            LaterBean<Relay> relay = new LaterBean<>(beans, onlyOne(beans, relays), Relay.class);
            processes.relay((to, sender, message) -> relay.get().send(to, sender, message));
        }
        List<LaterBean<ProcessListener>> listeners = LaterBean.names(beans, ProcessListener.class).stream()
                .map(name -> new LaterBean<>(beans, name, ProcessListener.class))
                .toList();
        if (!listeners.isEmpty()) {
            processes.listener(new EachListener(beans, listeners));
        }
    }

    private static String onlyOne(ConfigurableListableBeanFactory beans, List<String> relays) {
        if (relays.size() == 1) {
            return relays.get(0);
        }
        for (Predicate<BeanDefinition> isPreferred : PREFERENCES) {
            List<String> preferred = relays.stream()
                    .filter(name -> {
                        BeanDefinition definition = LaterBean.definition(beans, name);
                        return definition != null && isPreferred.test(definition);
                    })
                    .toList();
            if (preferred.size() == 1) {
                return preferred.get(0);
            }
        }
        throw new InvalidProcessBeanException(
                "There are %d beans of type %s: %s.".formatted(relays.size(), Relay.class.getName(), relays),
                "Keep one of them, or mark one as @Primary: each message goes to one relay.");
    }
}
