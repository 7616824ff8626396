package dev.gmp.internal.trace;

import dev.gmp.internal.util.SpinLock;
import dev.gmp.observe.DescribedTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Numbers for the names of tasks, so that events are numbers only and keep no class. Thread-safe. */
final class TaskNames {

    /** The number of the name of what has none. */
    static final int UNKNOWN = 0;

    static final int OTHER = 1;
    static final int MOST_CLASSES = 4_096;

    /** Names of threads may be without end. */
    static final int MOST_TEXTS = 1_024;

    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final AtomicInteger leftForClasses = new AtomicInteger(MOST_CLASSES);
    private final AtomicInteger leftForTexts = new AtomicInteger(MOST_TEXTS);

    /** Guards the names, and the numbers that are left. Machines and sysmon take it (LOCK-1, in MachinePool). */
    final SpinLock lock = new SpinLock();

    private final List<String> names = new ArrayList<>(List.of("goroutine", "other task"));

    /** A class keeps its number, which is found without a name. */
    private final ClassValue<Integer> ofClasses = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return number(DescribedTask.nameOf(type), leftForClasses);
        }
    };

    /** @param name a class or a text; or null */
    int numberOf(@Nullable Object name) {
        return name == null
                ? UNKNOWN
                : name instanceof Class<?> type ? ofClasses.get(type) : number(name.toString(), leftForTexts);
    }

    /** Takes the lock only as long as there is room: machines call it. */
    private int number(String name, AtomicInteger left) {
        Integer known = numbers.get(name);
        return known != null ? known : left.get() == 0 ? OTHER : add(name, left);
    }

    private int add(String name, AtomicInteger left) {
        lock.lock();
        try {
            Integer known = numbers.get(name);
            if (known != null) {
                return known;
            }
            if (left.get() == 0) {
                return OTHER;
            }
            left.decrementAndGet();
            names.add(name);
            numbers.put(name, names.size() - 1);
            return names.size() - 1;
        } finally {
            lock.unlock();
        }
    }

    /** What slices show of a goroutine's name: a class, a text, or null. */
    static String textOf(@Nullable Object name) {
        return name instanceof Class<?> task
                ? DescribedTask.nameOf(task)
                : name == null ? "goroutine" : name.toString();
    }

    /** Each stands at its number. */
    List<String> all() {
        lock.lock();
        try {
            return List.copyOf(names);
        } finally {
            lock.unlock();
        }
    }
}
