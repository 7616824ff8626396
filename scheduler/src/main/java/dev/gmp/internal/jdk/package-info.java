/**
 * The only door to the JDK's internals: virtual threads that run under a scheduler of our own.
 *
 * <p>JDK 21 to 25 can make such a thread, but do not offer it: the factory is package-private in
 * {@code java.lang}. The JVM lets us in when it was started with
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}, and nothing here opens more than that. On another
 * JDK, or without the flag, every class still loads, says so, and falls back.
 *
 * <p>Start at {@link dev.gmp.internal.jdk.VirtualThreads}: it makes the threads and states what the JDK
 * promises to a scheduler; {@code JdkPart} names what they need of the JDK, and {@link dev.gmp.internal.jdk.JdkBugs} the
 * releases that lose them. {@link dev.gmp.internal.jdk.CarrierThreads} tells the platform thread below.
 * {@link dev.gmp.internal.jdk.Pollers} keeps the JDK's own threads off our scheduler.
 *
 * <p>And the door to the C library: {@link dev.gmp.internal.jdk.KernelPriority}, through an interface that is public but newer
 * than our bytecode, where native access is granted. It grants itself nothing.
 *
 * <p>A leaf: it imports no other package of this project.
 */
@NullMarked
package dev.gmp.internal.jdk;

import org.jspecify.annotations.NullMarked;
