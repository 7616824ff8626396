package dev.gmp.internal.thread;

/** A platform thread that belongs to one object, a {@link ThreadOwner}, for all its life. */
public sealed interface OwnedThread permits PlainThread, ForkJoinThread {

    /** The owner that the thread runs. */
    Runnable owner();
}
