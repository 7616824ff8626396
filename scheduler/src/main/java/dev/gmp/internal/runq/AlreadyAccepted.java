package dev.gmp.internal.runq;

/** A task that was accepted before it became a goroutine, as one with a delay is: it keeps its place in a full queue. */
public interface AlreadyAccepted {}
