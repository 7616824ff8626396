package dev.gmp.process.internal.registry;

import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Ending;

/**
 * For each type, how many processes live, and what those did that have ended. Guarded by what holds it. Counting takes no
 * memory.
 */
public final class Tally {

    private static final int ENDINGS = Ending.values().length;

    private final int[] live;
    private final long[][] endings;
    private final long[] steps;
    private final long[] messages;

    Tally(int types) {
        live = new int[types];
        endings = new long[types][ENDINGS];
        steps = new long[types];
        messages = new long[types];
    }

    void countBegin(ControlBlock block) {
        live[block.type().index()]++;
    }

    void countEnd(ControlBlock block, Ending ending) {
        int type = block.type().index();
        live[type]--;
        endings[type][ending.ordinal()]++;
        steps[type] += block.steps();
        messages[type] += block.messages();
    }

    void add(Tally other) {
        for (int type = 0; type < steps.length; type++) {
            live[type] += other.live[type];
            for (int i = 0; i < ENDINGS; i++) {
                endings[type][i] += other.endings[type][i];
            }
            steps[type] += other.steps[type];
            messages[type] += other.messages[type];
        }
    }

    int live(int type) {
        return live[type];
    }

    long ended(int type, Ending ending) {
        return endings[type][ending.ordinal()];
    }

    long steps(int type) {
        return steps[type];
    }

    long messages(int type) {
        return messages[type];
    }
}
