package dev.gmp.spring.cluster;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.process.ProcessType;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.spring.bean.BeanDefinitions;
import dev.gmp.spring.config.InvalidSettings;
import dev.gmp.spring.process.InvalidProcessBeanException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.convert.DurationStyle;

/** The keyed types of an application: its types with {@link Keyed}, its {@code KeyedType} beans, and the internal one. */
final class KeyedTypes {

    private final Map<String, KeyedTypeProperties> entries;
    private final Map<String, KeyedType> byName = new LinkedHashMap<>();

    private KeyedTypes(Map<String, KeyedTypeProperties> entries) {
        this.entries = entries;
    }

    /**
     * Finds them.
     *
     * @param types by bean name; those that are keyed are removed
     * @throws InvalidProcessBeanException if an annotation has a value out of range, or a name is there twice
     * @throws InvalidConfigurationPropertyValueException if a property has, or no type has the name of an entry
     */
    static List<KeyedType> take(
            Map<String, ProcessType> types,
            ConfigurableListableBeanFactory beans,
            Map<String, KeyedTypeProperties> entries) {
        KeyedTypes keyed = new KeyedTypes(entries);
        for (Iterator<Map.Entry<String, ProcessType>> each = types.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, ProcessType> found = each.next();
            Keyed annotation = BeanDefinitions.findAnnotation(beans, found.getKey(), Keyed.class);
            if (annotation != null) {
                keyed.add(found.getKey(), annotated(found.getKey(), found.getValue(), annotation));
                each.remove();
            }
        }
        BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, KeyedType.class).forEach(keyed::add);
        keyed.requireTypes();
        keyed.byName.put(ClusterWideWork.TYPE, ClusterWideWork.type());
        return List.copyOf(keyed.byName.values());
    }

    private static KeyedType annotated(String bean, ProcessType process, Keyed keyed) {
        try {
            KeyedType type = keyed.singleton()
                    ? KeyedType.singleton(process)
                    : KeyedType.of(process).withShards(keyed.shards());
            return new KeyedType(
                    process,
                    type.shards(),
                    Optional.of(keyed.role()).filter(role -> !role.isEmpty()),
                    idleTimeout(keyed),
                    type.remembered() || keyed.remembered(),
                    Optional.<Class<?>>of(keyed.state()).filter(state -> state != void.class));
        } catch (InvalidSettingException e) {
            throw invalid(bean, "%s %s".formatted(e.setting(), e.value()), "It must be " + e.range() + ".");
        } catch (IllegalArgumentException e) {
            throw invalid(bean, "idleTimeout '%s'".formatted(keyed.idleTimeout()), "Write it as 500ms, 30s or 10m.");
        }
    }

    private static Optional<Duration> idleTimeout(Keyed keyed) {
        return keyed.idleTimeout().isEmpty()
                ? Optional.empty()
                : Optional.of(DurationStyle.detectAndParse(keyed.idleTimeout()));
    }

    private static InvalidProcessBeanException invalid(String bean, String value, String action) {
        return new InvalidProcessBeanException("The bean '%s' has @Keyed with the %s.".formatted(bean, value), action);
    }

    private void add(String bean, KeyedType type) {
        String name = type.name();
        KeyedTypeProperties entry = KeyedTypeProperties.of(name, entries);
        KeyedType set =
                InvalidSettings.reported(KeyedTypeProperties.PREFIX + "." + name, null, () -> with(entry, type));
        if (byName.putIfAbsent(name, set) != null) {
            throw new InvalidProcessBeanException(
                    "The bean '%s' is a keyed type of the name '%s', and there is one of that name already."
                            .formatted(bean, name),
                    "Give each type a name of its own: keys are addressed by it.");
        }
    }

    private static KeyedType with(KeyedTypeProperties entry, KeyedType type) {
        return new KeyedType(
                type.process(),
                Objects.requireNonNullElse(entry.shards(), type.shards()),
                Optional.ofNullable(entry.role()).or(type::role),
                Optional.ofNullable(entry.idleTimeout()).or(type::idleTimeout),
                Objects.requireNonNullElse(entry.remembered(), type.remembered()),
                type.state());
    }

    private void requireTypes() {
        for (String entry : entries.keySet()) {
            if (byName.keySet().stream().noneMatch(type -> KeyedTypeProperties.isSpelling(entry, type))) {
                throw new InvalidConfigurationPropertyValueException(
                        KeyedTypeProperties.PREFIX + "." + entry,
                        null,
                        "must be the name of a keyed type, which are " + byName.keySet());
            }
        }
    }
}
