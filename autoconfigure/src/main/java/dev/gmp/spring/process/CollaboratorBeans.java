package dev.gmp.spring.process;

import dev.gmp.process.ProcessListener;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.Relay;
import java.util.List;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The application's relay and its listeners, each looked up when it is first needed: it may need {@code Processes} itself. */
final class CollaboratorBeans {

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
            processes.listener(new EachListener(listeners));
        }
    }

    private static String onlyOne(ConfigurableListableBeanFactory beans, List<String> relays) {
        List<String> candidates = relays.size() == 1
                ? relays
                : relays.stream()
                        .filter(name -> beans.containsBeanDefinition(name)
                                && beans.getMergedBeanDefinition(name).isPrimary())
                        .toList();
        if (candidates.size() == 1) {
            return candidates.get(0);
        }
        throw new InvalidProcessBeanException(
                "There are %d beans of type %s: %s.".formatted(relays.size(), Relay.class.getName(), relays),
                "Keep one of them, or mark one as @Primary: each message goes to one relay.");
    }
}
