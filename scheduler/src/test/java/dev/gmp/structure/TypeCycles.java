package dev.gmp.structure;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Sets of classes that all depend on each other, directly or not. A nested class counts as part of its outermost one. */
final class TypeCycles extends ArchCondition<JavaClass> {

    private final int most;
    private final Map<String, Set<String>> uses = new HashMap<>();
    private final Map<String, Set<String>> users = new HashMap<>();

    private TypeCycles(int most) {
        super("be in no cycle of more than " + most + " classes");
        this.most = most;
    }

    static ArchCondition<JavaClass> spanAtMost(int most) {
        return new TypeCycles(most);
    }

    @Override
    public void init(Collection<JavaClass> classes) {
        Set<String> known = new HashSet<>();
        classes.forEach(each -> known.add(outermost(each)));
        for (JavaClass each : classes) {
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                String target = outermost(dependency.getTargetClass().getBaseComponentType());
                if (known.contains(target)) {
                    uses.computeIfAbsent(outermost(each), any -> new HashSet<>())
                            .add(target);
                    users.computeIfAbsent(target, any -> new HashSet<>()).add(outermost(each));
                }
            }
        }
    }

    @Override
    public void check(JavaClass one, ConditionEvents events) {
        String name = outermost(one);
        Set<String> cycle = new TreeSet<>(reachable(name, uses));
        cycle.retainAll(reachable(name, users));
        events.add(new SimpleConditionEvent(one, cycle.size() <= most, name + " is in a cycle of " + cycle));
    }

    private static Set<String> reachable(String start, Map<String, Set<String>> edges) {
        Set<String> seen = new HashSet<>(Set.of(start));
        Deque<String> left = new ArrayDeque<>(seen);
        while (!left.isEmpty()) {
            for (String next : edges.getOrDefault(left.remove(), Set.of())) {
                if (seen.add(next)) {
                    left.add(next);
                }
            }
        }
        return seen;
    }

    private static String outermost(JavaClass of) {
        JavaClass outer = of;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer.getFullName();
    }
}
