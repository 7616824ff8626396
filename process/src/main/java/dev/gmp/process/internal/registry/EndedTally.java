package dev.gmp.process.internal.registry;

import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Ending;

/** What the processes that have ended did, for each type. Guarded by what holds it. */
public final class EndedTally {

    private static final int ENDINGS = Ending.values().length;

    private final long[][] endings;
    private final long[] steps;
    private final long[] messages;

    EndedTally(int types) {
        endings = new long[types][ENDINGS];
        steps = new long[types];
        messages = new long[types];
    }

    void count(ControlBlock block, Ending ending) {
        int type = block.type().index();
        endings[type][ending.ordinal()]++;
        steps[type] += block.steps();
        messages[type] += block.messages();
    }

    void add(EndedTally other) {
        for (int type = 0; type < steps.length; type++) {
            for (int i = 0; i < ENDINGS; i++) {
                endings[type][i] += other.endings[type][i];
            }
            steps[type] += other.steps[type];
            messages[type] += other.messages[type];
        }
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
