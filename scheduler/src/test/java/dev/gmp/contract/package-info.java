/**
 * The clauses of {@code ExecutorService}, {@code ScheduledExecutorService} and {@code Future} that the classes {@code
 * *ContractTest} above this package leave open: each test is a sentence of the Javadoc of JDK 17 or 25.
 */
package dev.gmp.contract;
