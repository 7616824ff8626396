package dev.gmp.internal.leak;

import dev.gmp.internal.jdk.LockHolders;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.internal.profile.WaitCause;
import dev.gmp.observe.DescribedFutureTask;
import dev.gmp.observe.DescribedTask;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Reads which thread another one waits for, as far as the JVM tells. For one thread. */
final class WaitReader {

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private @Nullable PlatformThreads platformThreads;

    /** The thread that will end a park, or null. Cheap, and takes no lock. @param blocker what a thread is parked for */
    static @Nullable Thread holder(@Nullable Object blocker) {
        if (blocker instanceof DescribedFutureTask<?> future) {
            return future.runner();
        }
        return blocker instanceof AbstractOwnableSynchronizer lock ? LockHolders.of(lock) : null;
    }

    /** @return null where it does not wait, where its wait has a limit of time, or where the JVM does not tell */
    @Nullable
    Wait read(Thread waiter) {
        if (!waits(waiter.getState())) {
            return null;
        }
        Object blocker = LockSupport.getBlocker(waiter);
        Thread holder = holder(blocker);
        if (blocker != null && holder != null) {
            return new Wait(waiter, nameOf(blocker), holder);
        }
        return VirtualThreads.isVirtual(waiter) ? null : readPlatform(waiter);
    }

    /** A number for the wait of a platform thread that no other wait of it has; -1 where it does not wait. */
    long numberOf(Thread platformThread) {
        boolean isWaiting =
                waits(platformThread.getState()); // ThreadInfo has no state of a thread that carries another
        ThreadInfo info = isWaiting ? threads.getThreadInfo(platformThread.getId()) : null;
        return info == null ? -1 : info.getBlockedCount() + info.getWaitedCount();
    }

    private @Nullable Wait readPlatform(Thread waiter) {
        ThreadInfo info = threads.getThreadInfo(waiter.getId());
        LockInfo lock = info == null ? null : info.getLockInfo();
        if (info == null || lock == null || !waits(info.getThreadState())) {
            return null;
        }
        if (info.getLockOwnerId() >= 0) {
            Thread holder = platformThreads().byId.get(info.getLockOwnerId());
            String kind = info.getThreadState() == Thread.State.BLOCKED ? "monitor " : "lock ";
            return holder == null ? null : new Wait(waiter, kind + lock, holder);
        }
        return readJoin(waiter, lock);
    }

    /** Where a thread waits at the monitor of another thread, it waits for the end of that. */
    private @Nullable Wait readJoin(Thread waiter, LockInfo lock) {
        if (LockSupport.getBlocker(waiter) != null) {
            return null;
        }
        Thread joined = platformThreads().byHash.get(lock.getIdentityHashCode());
        return joined == null || !joined.getClass().getName().equals(lock.getClassName())
                ? null
                : new Wait(waiter, "the end", joined);
    }

    private static boolean waits(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.BLOCKED;
    }

    private static String nameOf(Object blocker) {
        if (blocker instanceof DescribedFutureTask<?> future) {
            return "the result of " + WaitCause.withIdentity(DescribedTask.nameOf(future.taskClass()), future);
        }
        return "lock " + WaitCause.nameOf(blocker);
    }

    private PlatformThreads platformThreads() {
        PlatformThreads known = platformThreads;
        if (known == null) {
            platformThreads = known = new PlatformThreads();
        }
        return known;
    }

    /** All that were alive at one moment. */
    private static final class PlatformThreads {

        final Map<Long, Thread> byId = new HashMap<>();

        /** By the identity hash code: the JVM tells no more of the object that a thread waits at. */
        final Map<Integer, Thread> byHash = new HashMap<>();

        PlatformThreads() {
            ThreadGroup root = Thread.currentThread().getThreadGroup();
            while (root.getParent() != null) {
                root = root.getParent();
            }
            Thread[] all = new Thread[2 * root.activeCount() + 64];
            int found = root.enumerate(all);
            for (Thread thread : Arrays.asList(all).subList(0, found)) {
                byId.put(thread.getId(), thread);
                byHash.put(System.identityHashCode(thread), thread);
            }
        }
    }
}
