/**
 * The only access to the JDK's internals: virtual threads that run under a scheduler of our own.
 *
 * <p>JDK 21 to 25 can make such a thread, but do not offer it: the factory is package-private in {@code java.lang}. The
 * JVM must be started with {@code --add-opens java.base/java.lang=ALL-UNNAMED}. {@link
 * dev.gmp.internal.jdk.LockHolders} alone looks into one more package, if that is opened, too.
 * On another JDK, or without the flag, every class still loads and reports why it is not available.
 *
 * <p>Start at {@link dev.gmp.internal.jdk.VirtualThreads}, which makes the threads and states what the JDK promises to
 * a scheduler. {@code JdkPart} names the members of the JDK that they need, and {@link dev.gmp.internal.jdk.JdkBugs}
 * the releases that lose threads. {@link dev.gmp.internal.jdk.CarrierThreads} tells the platform thread below. {@link
 * dev.gmp.internal.jdk.Pollers} keeps the JDK's own threads off our scheduler.
 *
 * <p>It is also the only access to the C library, by {@link dev.gmp.internal.jdk.KernelPriority}. That uses a public
 * interface that is newer than our bytecode, where native access is granted.
 *
 * <p>A leaf: it imports no other package of this project.
 */
@NullMarked
package dev.gmp.internal.jdk;

import org.jspecify.annotations.NullMarked;
