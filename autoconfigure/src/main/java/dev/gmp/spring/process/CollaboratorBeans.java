package dev.gmp.spring.process;

import dev.gmp.process.ProcessListener;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.Relay;
import dev.gmp.spring.bean.BeanDefinitions;
import java.util.List;
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

    private static String onlyOne(ConfigurableListableBeanFactory beans, List<String> relays) {
        String relay = BeanDefinitions.preferred(beans, relays);
        if (relay == null) {
            throw new InvalidProcessBeanException(
                    "There are %d beans of type %s: %s.".formatted(relays.size(), Relay.class.getName(), relays),
                    "Keep one of them, or mark one as @Primary: each message goes to one relay.");
        }
        return relay;
    }
}
