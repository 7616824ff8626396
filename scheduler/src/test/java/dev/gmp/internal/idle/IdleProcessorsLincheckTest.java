package dev.gmp.internal.idle;

import dev.gmp.testkit.Checkers;
import java.util.TreeSet;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The set of idle processors is atomic: a processor has one taker, and one that is idle is seen. */
@Tag("long")
@Timeout(600)
@Param(name = "id", gen = IntGen.class, conf = "0:3")
public class IdleProcessorsLincheckTest {

    private final IdleProcessors idle = new IdleProcessors(4);

    @Operation
    public boolean put(@Param(name = "id") int id) {
        try {
            idle.put(id);
            return true;
        } catch (IllegalStateException idleAlready) {
            return false;
        }
    }

    @Operation
    public int take() {
        return idle.take();
    }

    @Operation
    public boolean tryTake(@Param(name = "id") int id) {
        return idle.tryTake(id);
    }

    @Operation
    public boolean any() {
        return idle.any();
    }

    @Operation
    public boolean contains(@Param(name = "id") int id) {
        return idle.contains(id);
    }

    @Test
    void everyOperationIsAtomic() {
        Checkers.check(getClass(), Specification.class);
    }

    /** A sorted set. */
    public static final class Specification {

        private final TreeSet<Integer> idle = new TreeSet<>();

        public boolean put(int id) {
            return idle.add(id);
        }

        public int take() {
            Integer lowest = idle.pollFirst();
            return lowest == null ? -1 : lowest;
        }

        public boolean tryTake(int id) {
            return idle.remove(id);
        }

        public boolean any() {
            return !idle.isEmpty();
        }

        public boolean contains(int id) {
            return idle.contains(id);
        }
    }
}
