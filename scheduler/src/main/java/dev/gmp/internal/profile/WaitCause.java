package dev.gmp.internal.profile;

import dev.gmp.internal.jdk.LockHolders;
import dev.gmp.internal.netpoll.PollSlot;
import dev.gmp.internal.util.WaitReason;
import dev.gmp.observe.LoggedName;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * Says in a few words what a thread waits for, from what the JVM tells of it: its state, its blocker and its stack. What the JVM
 * does not tell is said, too. Pure functions.
 */
public final class WaitCause {

    private static final String SLEEPS = "dev.gmp.internal.timed.TimedParking";
    private static final String NO_PEER = ", peer not told: the JDK does not tell it of its own sockets";
    private static final String MONITOR = "monitor, not told which: the JVM does not tell it of virtual threads";

    private WaitCause() {}

    /**
     * The cause of a wait.
     *
     * @param blocker what the thread is parked for, as {@link java.util.concurrent.locks.LockSupport#getBlocker} tells; or null
     * @param stack the innermost frame first
     * @return null where the thread does not wait
     */
    static @Nullable String of(Thread.State state, @Nullable Object blocker, List<StackTraceElement> stack) {
        return switch (state) {
            case BLOCKED -> MONITOR;
            case WAITING, TIMED_WAITING -> ofWait(state, blocker, stack);
            case NEW, RUNNABLE, TERMINATED -> null;
        };
    }

    /**
     * The cause of a wait of which the JVM knows nothing, because it is in the operating system.
     *
     * @param stack the innermost frame first
     * @return null where the thread is in no native method
     */
    static @Nullable String ofNativeMethod(List<StackTraceElement> stack) {
        if (stack.isEmpty() || !stack.get(0).isNativeMethod()) {
            return null;
        }
        String network = ofNetwork(null, stack);
        StackTraceElement frame = stack.get(0);
        return network != null
                ? network
                : "native method " + simpleName(frame.getClassName()) + "." + frame.getMethodName();
    }

    /** A lock or monitor of which the JVM tells the holder. */
    static String heldLock(String kind, String lock, long holderId, @Nullable String holderName) {
        return "%s %s, held by %s".formatted(kind, lock, thread(holderId, holderName));
    }

    private static String ofWait(Thread.State state, @Nullable Object blocker, List<StackTraceElement> stack) {
        if (blocker instanceof WaitReason known) {
            return known.waitReason();
        }
        String network = ofNetwork(blocker, stack);
        if (network != null) {
            return network;
        }
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            String method = frame.getMethodName();
            if (type.equals(SLEEPS) || (type.startsWith("java.lang.") && method.startsWith("sleep"))) {
                return "sleep";
            }
            if (type.equals("java.lang.Object") && method.startsWith("wait")) {
                String call = isOfJoin(stack) ? "Thread.join" : "Object.wait";
                return state == Thread.State.TIMED_WAITING ? "timed " + call : call;
            }
            if (isJoin(frame)) {
                return "Thread.join";
            }
            if (type.startsWith("java.util.concurrent.") && (type.endsWith("Queue") || type.endsWith("Deque"))) {
                return "queue " + simpleName(type) + "." + method;
            }
            if (!type.startsWith("java.") && !type.startsWith("jdk.")) {
                break; // the caller of what waits
            }
        }
        return blocker == null ? "park" : ofBlocker(blocker);
    }

    /** Whether {@code Object.wait} waits for the end of a platform thread. */
    private static boolean isOfJoin(List<StackTraceElement> stack) {
        return stack.stream()
                .dropWhile(frame -> frame.getClassName().equals("java.lang.Object"))
                .limit(1)
                .anyMatch(WaitCause::isJoin);
    }

    private static boolean isJoin(StackTraceElement frame) {
        return frame.getClassName().startsWith("java.lang.")
                && frame.getMethodName().startsWith("join");
    }

    private static String ofBlocker(Object blocker) {
        String type = outerName(blocker.getClass());
        if (blocker instanceof AbstractOwnableSynchronizer lock && type.contains("Lock")) {
            String identity = nameOf(lock);
            if (!LockHolders.areKnown()) {
                return "lock " + identity + ", holder not told: java.util.concurrent.locks is not opened";
            }
            Thread holder = LockHolders.of(lock);
            return holder == null
                    ? "lock " + identity + ", held by no thread alone"
                    : heldLock("lock", identity, holder.getId(), holder.getName());
        }
        return type;
    }

    /** Null where it does not wait for the network. */
    private static @Nullable String ofNetwork(@Nullable Object blocker, List<StackTraceElement> stack) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            boolean isOfJdk = type.startsWith("sun.nio.ch.") && !type.contains("File");
            if (isOfJdk || type.startsWith("dev.gmp.net.Net")) {
                String operation = operation(frame.getMethodName());
                if (operation != null) {
                    return "socket " + operation + (isOfJdk && !operation.equals("accept") ? NO_PEER : "");
                }
            } else if (!type.startsWith("java.") && !type.startsWith("jdk.") && !type.startsWith("dev.gmp.")) {
                break;
            }
        }
        return blocker instanceof PollSlot ? "socket" : null;
    }

    private static @Nullable String operation(String method) {
        for (String operation : List.of("accept", "connect", "read", "write")) {
            if (method.toLowerCase(Locale.ROOT).contains(operation)) {
                return operation;
            }
        }
        return null;
    }

    private static String thread(long id, @Nullable String name) {
        return name == null || name.isEmpty() ? "#" + id : "\"" + LoggedName.of(name) + "\" #" + id;
    }

    /** A lock's simple name, with a number that tells it from others. */
    public static String nameOf(Object lock) {
        return withIdentity(outerName(lock.getClass()), lock);
    }

    /** A name, with a number that tells the object from others of this name. */
    public static String withIdentity(String name, Object object) {
        return name + "@" + Integer.toHexString(System.identityHashCode(object));
    }

    /** The simple name of the outermost class, as {@code ReentrantLock} of its {@code NonfairSync}. */
    private static String outerName(Class<?> type) {
        String name = type.getName();
        int inner = name.indexOf('$');
        return simpleName(inner < 0 ? name : name.substring(0, inner));
    }

    private static String simpleName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }
}
