package dev.gmp.spring.it.cluster;

import java.util.ArrayList;
import java.util.List;

/** One life of a keyed process, as it reported it. Times are of {@link System#nanoTime}, which all JVMs of a machine share. */
final class Incarnation {

    static final long NEVER = Long.MAX_VALUE;

    /** A call of the process; its end is {@link #NEVER} until it is reported. */
    static final class Step {
        final long begin;
        long end = NEVER;

        Step(long begin) {
            this.begin = begin;
        }
    }

    final String key;
    final String name;

    /** The node's life that it belongs to. */
    final String life;

    final long begin;
    final List<Step> steps = new ArrayList<>();
    long end = NEVER;

    Incarnation(String key, String name, String life, long begin) {
        this.key = key;
        this.name = name;
        this.life = life;
        this.begin = begin;
    }

    @Override
    public String toString() {
        return key + " as " + name + " on " + life;
    }
}
