package dev.gmp.process.cluster.internal.data;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Subjects that processes of this node have in the cluster, such as names. The entries are spread over sets. */
abstract class Registry {

    private final List<String> sets;

    /** The subjects of each process that has any, by its number. */
    private final Map<Long, Set<String>> subjects = new ConcurrentHashMap<>();

    /** The processes whose end is waited for. */
    private final Set<Long> followed = ConcurrentHashMap.newKeySet();

    private volatile @Nullable Replica replica;

    Registry(String kind) {
        sets = IntStream.range(0, 64).mapToObj(i -> kind + "-" + i).toList();
    }

    /** A process has ended: it has the subject no longer. */
    abstract void release(String subject, long number);

    /** This node takes part in the cluster from now on. */
    abstract void publish(Replica now);

    /** A life begins. */
    final void attach(Replica now) {
        replica = now;
    }

    final @Nullable Replica replica() {
        return replica;
    }

    final List<String> sets() {
        return sets;
    }

    /** Texts have the same hash on all JVMs. */
    final String set(String text) {
        return sets.get(Math.floorMod(text.hashCode(), sets.size()));
    }

    /** What is noted of a process. */
    final Set<String> subjects(long number) {
        return subjects.getOrDefault(number, Set.of());
    }

    /** A process has the subject from now on. The caller excludes {@link #forget} of the same subject and process. */
    final void note(String subject, long number) {
        subjects.compute(number, (any, present) -> {
            Set<String> all = present == null ? new HashSet<>() : present;
            all.add(subject);
            return all;
        });
    }

    /** A process has the subject no longer. */
    final void forget(String subject, long number) {
        subjects.computeIfPresent(number, (any, present) -> {
            present.remove(subject);
            return present.isEmpty() ? null : present;
        });
    }

    /**
     * Releases what was noted of a process, when it ends. It has one callback, however many subjects it has.
     *
     * @param ended gives a stage that completes when the process ends
     */
    final void follow(long number, Supplier<? extends CompletionStage<?>> ended) {
        if (followed.add(number)) {
            boolean follows = false;
            try {
                ended.get().whenComplete((result, error) -> ended(number));
                follows = true;
            } finally {
                if (!follows) {
                    followed.remove(number);
                }
            }
        }
    }

    private void ended(long number) {
        followed.remove(number); // before the rest: what is noted after that is followed anew
        Set<String> left = subjects.remove(number);
        if (left != null) {
            left.forEach(subject -> release(subject, number));
        }
    }
}
