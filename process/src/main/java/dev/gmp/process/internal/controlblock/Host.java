package dev.gmp.process.internal.controlblock;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;

/** The calls of a control block to its runtime. */
public interface Host {

    /** The runtime as its processes see it. */
    Processes processes();

    /** Sends in the name of a process. */
    SendResult deliver(Pid to, Pid sender, Object message);

    /** Steps a process, by the worker that the scheduler gave it to. Throws nothing. */
    void run(ControlBlock block);
}
