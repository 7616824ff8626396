package dev.gmp.spring.it.cluster;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the keyed processes of all nodes report, kept outside of the nodes. It tells whether two processes of a key were ever alive
 * at once, and whether a message was handled twice.
 *
 * <p>A node that is paused cannot end its processes. Of them it is required that they begin no step once another node has
 * their key.
 */
final class Books {

    /** A time for which a node was stopped by SIGSTOP. Steps under way at its begin go on afterwards. */
    private record Pause(long begin, long end) {}

    /** By name. */
    private final Map<String, Incarnation> incarnations = new LinkedHashMap<>();

    private final Map<String, Long> killed = new HashMap<>();
    private final Map<String, List<Pause>> pauses = new HashMap<>();
    private final Set<Long> handled = new HashSet<>();
    private final List<String> violations = new ArrayList<>();

    /** Takes one report: what happened, when, the key, the process's own name, and the message's number. */
    synchronized void write(String life, String report) {
        String[] words = report.split(" ");
        long at = Long.parseLong(words[1]);
        String name = words[3];
        if (words[0].equals("begin")) {
            incarnations.put(name, new Incarnation(words[2], name, life, at));
            return;
        }
        Incarnation process = incarnations.get(name);
        if (process == null) {
            violations.add("A report of a process that had ended: " + report);
            return;
        }
        switch (words[0]) {
            case "step" -> process.steps.add(new Incarnation.Step(at));
            case "stepped" -> process.steps.get(process.steps.size() - 1).end = at;
            case "end" -> process.end = at;
            case "handled" -> {
                if (!handled.add(Long.parseLong(words[4]))) {
                    violations.add("Message %s was handled again, by %s".formatted(words[4], process));
                }
            }
            default -> throw new IllegalArgumentException(report);
        }
    }

    /** Notes that a node's JVM has been killed: nothing lives in it. */
    synchronized void killed(String life, long at) {
        killed.put(life, at);
    }

    /** Notes that a node's JVM stood still, from a time when it surely did. */
    synchronized void paused(String life, long from, long to) {
        pauses.computeIfAbsent(life, first -> new ArrayList<>()).add(new Pause(from, to));
    }

    /**
     * The node's life on which the last process of a key is alive; empty if there is none. A node that is paused may have an
     * earlier one, which it cannot end.
     */
    synchronized Optional<String> aliveOn(String key) {
        return incarnations.values().stream()
                .filter(process -> process.key.equals(key) && endOf(process) == Incarnation.NEVER)
                .map(process -> process.life)
                .reduce((earlier, later) -> later);
    }

    /** How many processes of a key have begun. */
    synchronized long begun(String key) {
        return incarnations.values().stream()
                .filter(process -> process.key.equals(key))
                .count();
    }

    synchronized int handledMessages() {
        return handled.size();
    }

    /** Everything that must not have happened. */
    synchronized List<String> violations() {
        List<String> found = new ArrayList<>(violations);
        Map<String, List<Incarnation>> byKey =
                incarnations.values().stream().collect(groupingBy(process -> process.key));
        for (List<Incarnation> ofKey : byKey.values()) {
            List<Incarnation> inOrder = ofKey.stream()
                    .sorted(comparingLong(process -> process.begin))
                    .toList();
            for (int earlier = 0; earlier < inOrder.size() - 1; earlier++) {
                // Those after the next began later still.
                check(inOrder.get(earlier), inOrder.get(earlier + 1), found);
            }
        }
        return found;
    }

    private void check(Incarnation earlier, Incarnation later, List<String> found) {
        for (Incarnation.Step step : earlier.steps) {
            if (step.begin > later.begin) {
                found.add("%s began a step %d us after %s had begun"
                        .formatted(earlier, (step.begin - later.begin) / 1_000, later));
            } else if (endOf(step, earlier) > later.begin && !isInterrupted(step, earlier.life)) {
                found.add("%s was in a step when %s began".formatted(earlier, later));
            }
        }
        if (endOf(earlier) > later.begin && !wasPaused(earlier)) {
            found.add("%s had not ended when %s began".formatted(earlier, later));
        }
    }

    private long endOf(Incarnation process) {
        return Math.min(process.end, killed.getOrDefault(process.life, Incarnation.NEVER));
    }

    private long endOf(Incarnation.Step step, Incarnation process) {
        return Math.min(step.end, endOf(process));
    }

    private boolean isInterrupted(Incarnation.Step step, String life) {
        return pauses.getOrDefault(life, List.of()).stream()
                .anyMatch(pause -> step.begin < pause.begin() && step.end > pause.begin());
    }

    private boolean wasPaused(Incarnation process) {
        return pauses.getOrDefault(process.life, List.of()).stream()
                .anyMatch(pause -> process.begin < pause.end() && endOf(process) > pause.begin());
    }
}
