package dev.gmp.internal.profile;

import dev.gmp.internal.jdk.ParkTimers;
import dev.gmp.internal.netpoll.PollSlot;
import dev.gmp.internal.timer.WakeTime;
import dev.gmp.observe.LoggedName;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one wait beside its cause.
 *
 * @param until when it ends by itself; null if it does not, or where that is not known
 * @param peer the address of the other end of its connection, or null
 */
record WaitDetail(@Nullable Instant until, @Nullable String peer) {

    static final WaitDetail NONE = new WaitDetail(null, null);

    /**
     * The detail of the wait of a virtual goroutine.
     *
     * @param blocker what its thread is parked for, or null
     * @param now the present time
     * @param clock the same on the scheduler's clock
     */
    static WaitDetail of(Thread thread, Thread.State state, @Nullable Object blocker, Instant now, long clock) {
        if (state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING) {
            return NONE;
        }
        Object end = blocker;
        if (!(blocker instanceof WakeTime)) {
            end = state == Thread.State.TIMED_WAITING ? ParkTimers.of(thread) : null;
        }
        SocketAddress peer = blocker instanceof PollSlot slot ? slot.peer() : null;
        return new WaitDetail(until(end, now, clock), peer == null ? null : text(peer));
    }

    /** @param end ends the wait: it is the scheduler's, or the JDK's, or null */
    private static @Nullable Instant until(@Nullable Object end, Instant now, long clock) {
        if (end instanceof WakeTime known) {
            return known.isPending() ? now.plusNanos(known.wakesAt() - clock) : null;
        }
        return end instanceof ScheduledFuture<?> ofJdk && !ofJdk.isDone()
                ? Instant.now().plusNanos(ofJdk.getDelay(TimeUnit.NANOSECONDS))
                : null;
    }

    /** An address with numbers, for no name is looked up. */
    private static String text(SocketAddress peer) {
        if (!(peer instanceof InetSocketAddress internet)) {
            return LoggedName.of(peer.toString());
        }
        InetAddress address = internet.getAddress();
        String host = address == null ? internet.getHostString() : address.getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + internet.getPort();
    }
}
