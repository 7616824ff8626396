package dev.gmp.internal.jdk;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;

/**
 * Finds out once whether this JVM lets us make virtual threads. It does not trust names: it makes a thread,
 * and takes the handles only if they agree about it. So a JDK that moved things falls back and does not
 * break.
 */
final class VirtualThreadProbe {
    private static final int FIRST_FEATURE = 21;

    private final int feature;
    private final UnaryOperator<String> names;

    /** The member being looked up. */
    private JdkPart sought = JdkPart.FACTORY;

    /**
     * @param feature the JDK's feature number, such as 25
     * @param names of the members that are looked for, by those that they have in JDK 21 to 25
     */
    VirtualThreadProbe(int feature, UnaryOperator<String> names) {
        this.feature = feature;
        this.names = names;
    }

    static VirtualThreadProbe ofThisJvm() {
        return new VirtualThreadProbe(Runtime.version().feature(), UnaryOperator.identity());
    }

    VirtualThreadHandles probe() {
        if (feature < FIRST_FEATURE) {
            return VirtualThreadHandles.unavailable(
                    "virtual goroutines need JDK " + FIRST_FEATURE + " or later, this is " + feature);
        }
        if (NativeImage.isThis()) {
            return VirtualThreadHandles.unavailable("virtual goroutines need a JVM, and this is a native image");
        }
        if (!JavaLang.opened()) {
            return VirtualThreadHandles.unavailable("virtual goroutines need " + JavaLang.howToOpen());
        }
        try {
            return find();
        } catch (UnsupportedOperationException e) {
            return VirtualThreadHandles.unavailable("virtual goroutines need a JVM that can unmount virtual threads,"
                    + " and this one cannot (" + System.getProperty("java.vm.name") + ", or -XX:-VMContinuations)");
        } catch (Throwable e) {
            return VirtualThreadHandles.unavailable("virtual goroutines are not known to work on this JDK ("
                    + Runtime.version() + "): it has no " + sought + " as in JDK 21 to 25: " + e);
        }
    }

    private VirtualThreadHandles find() throws Throwable {
        Lookup builders = lookupFor(JdkPart.FACTORY);
        MethodHandle newThread =
                builders.findStatic(builders.lookupClass(), nameOfSought(), VirtualThreadHandles.NEW_THREAD_TYPE);
        Executor neverCalled = continuation -> {
            throw new AssertionError("a probe's thread is never started");
        };
        Thread thread = (Thread) newThread.invokeExact(neverCalled, "probe", 0, (Runnable) () -> {});
        require((boolean) VirtualThreadHandles.isVirtual().invokeExact(thread), "made a platform thread");

        Lookup virtualThread = lookupFor(JdkPart.CONTINUATION);
        MethodHandle continuationOf = virtualThread
                .findGetter(virtualThread.lookupClass(), nameOfSought(), Runnable.class)
                .asType(VirtualThreadHandles.CONTINUATION_OF_TYPE);
        Runnable continuation = (Runnable) continuationOf.invokeExact(thread);
        MethodHandle threadOf = threadOf(continuation);
        require(threadOf.invoke(continuation) == thread, "a continuation belongs to another thread");

        virtualThread = lookupFor(JdkPart.STATE);
        MethodHandle stateOf = virtualThread
                .findVarHandle(virtualThread.lookupClass(), nameOfSought(), int.class)
                .toMethodHandle(AccessMode.GET_VOLATILE)
                .asType(VirtualThreadHandles.STATE_OF_TYPE);
        int yieldedState = yieldedState(virtualThread);

        virtualThread = lookupFor(JdkPart.JDK_SCHEDULER);
        Executor jdkScheduler = (Executor) virtualThread
                .findStaticGetter(virtualThread.lookupClass(), nameOfSought(), ForkJoinPool.class)
                .invoke();

        int noInheritThreadLocals = (int) lookupFor(JdkPart.NO_INHERITANCE)
                .findStaticGetter(Thread.class, nameOfSought(), int.class)
                .invokeExact();

        // CarrierThreads looks for it by itself, and does without where no goroutine is virtual.
        lookupFor(JdkPart.CARRIER).findStatic(Thread.class, nameOfSought(), methodType(Thread.class));
        return new VirtualThreadHandles(
                "",
                newThread,
                continuationOf,
                threadOf,
                continuation.getClass(),
                stateOf,
                yieldedState,
                noInheritThreadLocals,
                jdkScheduler);
    }

    /** Begins the search for a part. */
    private Lookup lookupFor(JdkPart part) throws ReflectiveOperationException {
        sought = part;
        return JavaLang.lookup(part.owner());
    }

    private String nameOfSought() {
        return names.apply(sought.member());
    }

    /**
     * A continuation is the method reference {@code this::runContinuation}, made at one place: all have the
     * same class, and its one field is the thread.
     */
    private static MethodHandle threadOf(Runnable continuation) throws ReflectiveOperationException {
        for (Field field : continuation.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && Thread.class.isAssignableFrom(field.getType())) {
                field.setAccessible(true);
                return MethodHandles.lookup().unreflectGetter(field).asType(VirtualThreadHandles.THREAD_OF_TYPE);
            }
        }
        throw new NoSuchFieldException("no thread in " + continuation.getClass());
    }

    /** Early updates of JDK 21 have one state for "unparked" and "yielded", under another name. */
    private static int yieldedState(Lookup virtualThread) throws Throwable {
        try {
            return (int) virtualThread
                    .findStaticGetter(virtualThread.lookupClass(), "YIELDED", int.class)
                    .asType(methodType(int.class))
                    .invokeExact();
        } catch (NoSuchFieldException e) {
            return VirtualThreadHandles.UNKNOWN_STATE;
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
