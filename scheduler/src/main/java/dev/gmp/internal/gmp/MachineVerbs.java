package dev.gmp.internal.gmp;

import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.timer.TimedWaits;
import dev.gmp.observe.GoroutineInfo;
import org.jspecify.annotations.Nullable;

/** The actions of a machine's thread, and the requests of the goroutine that it runs. Called on that thread. */
public interface MachineVerbs {

    /** The life of its thread, from start to end. */
    void live(Machine machine);

    /**
     * Lets others run first (Go: Gosched). On return the goroutine may be on another machine.
     *
     * @param asNew whether what follows is a task of its own, so that it does not count what this goroutine has used up
     */
    void giveWay(Machine machine, boolean asNew);

    /** Whether others wait to run, not counting those that have used up a time slice. */
    boolean othersWait(Machine machine);

    /** Describes the goroutine that runs here. */
    GoroutineInfo describe(Machine machine);

    /** The goroutine begins something that may block (Go: entersyscall). */
    void enterBlocking(Machine machine);

    /**
     * The direct goroutine waits for another one, and its processor is free meanwhile (Go: gopark). {@link #exitBlocking} ends
     * it.
     */
    void enterWait(Machine machine);

    /**
     * Ends a section that may block (Go: exitsyscall); the goroutine has a processor on return. It may have moved in
     * between.
     */
    void exitBlocking(Machine machine);

    /** The task of the goroutine here has failed. @param thrown counts once, however often it is told of; null for none */
    void failed(Machine machine, @Nullable Throwable thrown);

    /** How its virtual goroutines wait for a time. */
    TimedWaits timedWaits();

    /** Where its goroutines wait for channels. */
    Netpoll netpoll();
}
