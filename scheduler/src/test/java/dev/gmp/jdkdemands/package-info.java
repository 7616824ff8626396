/**
 * What the JDK demands of a scheduler under virtual threads, after its own tests of custom schedulers and its stress
 * programs for the default one ({@code test/jdk/java/lang/Thread/virtual}), asked of this project's scheduler.
 */
package dev.gmp.jdkdemands;
