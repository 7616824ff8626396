package dev.gmp.spring.cluster;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.util.ClassUtils;

/** Finds the classes of messages that {@code gmp.cluster.messages} names, by class or by package. */
final class MessageClasses {

    private final ClassPathScanningCandidateComponentProvider scan;
    private final @Nullable ClassLoader loader;

    MessageClasses(Environment environment, ResourceLoader resources) {
        scan = new ClassPathScanningCandidateComponentProvider(false, environment);
        scan.setResourceLoader(resources);
        scan.addIncludeFilter(new AssignableTypeFilter(Record.class));
        scan.addIncludeFilter(new AssignableTypeFilter(Enum.class));
        loader = resources.getClassLoader();
    }

    /**
     * The class of that name, else the records and enums of the package of that name and of those below it.
     *
     * @throws InvalidConfigurationPropertyValueException if there are none
     */
    Set<Class<?>> named(String name) {
        if (ClassUtils.isPresent(name, loader)) {
            return Set.of(ClassUtils.resolveClassName(name, loader));
        }
        Set<Class<?>> found = new LinkedHashSet<>();
        scan.findCandidateComponents(name).stream()
                .map(candidate -> ClassUtils.resolveClassName(String.valueOf(candidate.getBeanClassName()), loader))
                .filter(type -> !type.isLocalClass())
                .forEach(found::add);
        if (found.isEmpty()) {
            throw new InvalidConfigurationPropertyValueException(
                    GmpClusterProperties.PREFIX + ".messages",
                    name,
                    "must be a class, or a package that has records or enums");
        }
        return found;
    }
}
