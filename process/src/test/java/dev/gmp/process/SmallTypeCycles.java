package dev.gmp.process;

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

/**
 * Types that reach each other by their dependencies are few: with them, one can only be understood together with all others. A
 * nested type counts as a part of the type around it.
 */
final class SmallTypeCycles extends ArchCondition<JavaClass> {

    private final int most;
    private final Map<String, Set<String>> dependencies = new HashMap<>();
    private final Map<String, Set<String>> reached = new HashMap<>();
    private String ignoredFrom = "";
    private String ignoredTo = "";

    SmallTypeCycles(int most) {
        super("be in no cycle of more than " + most + " types");
        this.most = most;
    }

    /** Does not count the dependency of one type on another. */
    SmallTypeCycles apartFrom(Class<?> from, Class<?> to) {
        ignoredFrom = from.getName();
        ignoredTo = to.getName();
        return this;
    }

    @Override
    public void init(Collection<JavaClass> all) {
        for (JavaClass each : all) {
            String from = outermost(each);
            Set<String> to = dependencies.computeIfAbsent(from, key -> new HashSet<>());
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                String target = outermost(dependency.getTargetClass());
                if (!target.equals(from) && !(from.equals(ignoredFrom) && target.equals(ignoredTo))) {
                    to.add(target);
                }
            }
        }
        dependencies.keySet().forEach(each -> reached.put(each, reachedFrom(each)));
    }

    @Override
    public void check(JavaClass each, ConditionEvents events) {
        String own = outermost(each);
        Set<String> cycle = new TreeSet<>();
        for (String other : reached.get(own)) {
            if (reached.getOrDefault(other, Set.of()).contains(own)) {
                cycle.add(other);
            }
        }
        events.add(new SimpleConditionEvent(each, cycle.size() <= most, own + " is in a cycle of types: " + cycle));
    }

    private Set<String> reachedFrom(String start) {
        Set<String> found = new HashSet<>();
        Deque<String> left = new ArrayDeque<>(dependencies.get(start));
        while (!left.isEmpty()) {
            String next = left.pop();
            if (found.add(next)) {
                left.addAll(dependencies.getOrDefault(next, Set.of()));
            }
        }
        return found;
    }

    private static String outermost(JavaClass each) {
        String name = each.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
