package dev.gmp.internal.kind;

import dev.gmp.internal.label.Labels;
import dev.gmp.internal.util.SpinLock;
import dev.gmp.observe.LoggedName;
import dev.gmp.observe.TaskKindSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of tasks of one scheduler. A kind is the value of the label {@code method} or else {@code route}, or what the
 * task calls its kind, or the class of the task. Thread-safe. No class is held, so no class loader is kept alive.
 *
 * <p>A look-up takes no lock: it may be part of a virtual thread's own unpark, where nothing may park.
 */
public final class TaskKinds {

    /** Further kinds count as {@link #OTHER}. */
    public static final int MOST = 100;

    public static final String OTHER = "other";

    /** Lambdas and proxies have a class each, and count as the class that they stand in. Beyond this many, each is looked up anew. */
    private static final int MOST_NAMES = 1_000;

    private final TaskKind other = new TaskKind(OTHER);

    /** By what {@link #of} finds: the name of a class, a label's value or a text. */
    private final Map<String, TaskKind> found = new ConcurrentHashMap<>();

    /** By name. Written under the lock. */
    private final Map<String, TaskKind> kinds = new ConcurrentHashMap<>();

    /** Sysmon takes it (LOCK-1, in {@link dev.gmp.internal.sched.MachinePool}). */
    private final SpinLock lock = new SpinLock();

    /**
     * The kind of a task. Without memory for a new kind, it is {@link #OTHER}.
     *
     * @param task a class, or a text; null if it is unknown
     * @return null if the kind is unknown
     */
    public @Nullable TaskKind of(@Nullable Labels labels, @Nullable Object task) {
        String label = labels == null ? null : labels.kind();
        if (label == null && task == null) {
            return null;
        }
        Class<?> taskClass = label == null && task instanceof Class<?> known ? known : null;
        try {
            String name = label != null ? label : taskClass != null ? taskClass.getName() : String.valueOf(task);
            TaskKind kind = found.get(name);
            return kind == null ? add(name, taskClass != null) : kind;
        } catch (OutOfMemoryError e) { // a class makes its name when it is asked first
            return other;
        }
    }

    private TaskKind add(String name, boolean isClass) {
        try {
            String kindName = LoggedName.of(isClass ? outerOf(name) : name);
            if (kindName.equals(OTHER)) {
                return other;
            }
            lock.lock();
            try {
                TaskKind kind = kinds.get(kindName);
                if (kind == null && kinds.size() < MOST) {
                    kind = new TaskKind(kindName);
                    kinds.put(kindName, kind);
                }
                TaskKind result = kind == null ? other : kind;
                if (found.size() < MOST_NAMES) {
                    found.put(name, result);
                }
                return result;
            } finally {
                lock.unlock();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return other;
        }
    }

    /** Without what the JVM and proxies append: {@code Owner$$Lambda/0x00007f}, {@code Owner$$SpringCGLIB$$0}. */
    private static String outerOf(String className) {
        int end = className.indexOf("$$");
        if (end < 0) {
            end = className.indexOf('/');
        }
        return end <= 0 ? className : className.substring(0, end);
    }

    /** What each has cost, the most expensive first. */
    public List<TaskKindSnapshot> snapshots() {
        List<TaskKindSnapshot> snapshots = new ArrayList<>();
        kinds.values().forEach(kind -> snapshots.add(kind.snapshot()));
        TaskKindSnapshot rest = other.snapshot();
        if (!rest.isZero()) {
            snapshots.add(rest);
        }
        snapshots.sort(Comparator.comparing(TaskKindSnapshot::cost).reversed().thenComparing(TaskKindSnapshot::name));
        return snapshots;
    }
}
