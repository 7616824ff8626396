package dev.gmp.spring.process.guide;

import java.util.concurrent.CompletableFuture;

/** A message: the process answers with the number of pages it has. */
record HowFar(CompletableFuture<Integer> answer) {}
