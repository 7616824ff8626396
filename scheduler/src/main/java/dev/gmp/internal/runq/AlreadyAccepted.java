package dev.gmp.internal.runq;

/** A task that was accepted before it became a goroutine, such as a delayed one. It keeps its place in a full queue. */
public interface AlreadyAccepted {}
