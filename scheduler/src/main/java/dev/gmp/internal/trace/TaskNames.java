package dev.gmp.internal.trace;

import dev.gmp.observe.DescribedTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Numbers for the names of tasks, so that events are numbers only and keep no class. Thread-safe. */
final class TaskNames {

    /** The number of the name of what has none. */
    static final int UNKNOWN = 0;

    /** Names of threads may be without end. */
    private static final int MOST = 4_096;

    private static final int OTHER = 1;

    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final List<String> names = new ArrayList<>(List.of("goroutine", "other task"));

    /** A class keeps its number, which is found without a name. */
    private final ClassValue<Integer> ofClasses = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return number(DescribedTask.nameOf(type));
        }
    };

    /** @param name a class or a text; or null */
    int numberOf(@Nullable Object name) {
        return name == null ? UNKNOWN : name instanceof Class<?> type ? ofClasses.get(type) : number(name.toString());
    }

    private int number(String name) {
        Integer known = numbers.get(name);
        return known == null ? add(name) : known;
    }

    private synchronized int add(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        if (names.size() == MOST) {
            return OTHER;
        }
        names.add(name);
        numbers.put(name, names.size() - 1);
        return names.size() - 1;
    }

    /** What slices show of a goroutine's name: a class, a text, or null. */
    static String textOf(@Nullable Object name) {
        return name instanceof Class<?> task
                ? DescribedTask.nameOf(task)
                : name == null ? "goroutine" : name.toString();
    }

    synchronized String name(int number) {
        return names.get(number);
    }
}
