package dev.gmp.internal.channel;

import dev.gmp.internal.util.WaitReason;

/** What a thread parks for. The thread's blocker is this, so that observers can say what it waits for. */
abstract class Wait implements WaitReason {

    /** Whether another thread has ended it. What that thread did before is visible then. */
    abstract boolean isOver();
}
