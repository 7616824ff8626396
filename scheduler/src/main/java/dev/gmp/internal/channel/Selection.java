package dev.gmp.internal.channel;

import dev.gmp.internal.channel.Parking.End;
import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.StackReserve;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the first of several cases that can happen, and lets that one happen (Go: selectgo). One thread at a time uses it,
 * again and again; it takes no memory after its making.
 *
 * <ol>
 *   <li>In a random order, what looks ready is tried, each under its own lock. Most selects end here.
 *   <li>All channels are locked, in one order of all selects, so that two of them do not wait for each other. What is ready
 *       now is tried; the other locks are released first. If a waiter there was claimed elsewhere, this begins again.
 *   <li>Nothing is ready at this moment: then a select that does not wait ends. One that does enters a waiter for each case,
 *       releases the locks and parks. The first claim chooses the case (CLAIM-1, in {@link Waiter}).
 *   <li>The other waiters leave their lists, each under its own lock. Only then may the selection be used again.
 * </ol>
 */
public final class Selection extends Wait {

    /** No case was ready, and the time is over. */
    public static final int NONE = -1;

    private static final int WAITING = -2;
    private static final int GIVEN_UP = -3;
    private static final VarHandle CHOSEN = FieldHandles.find(MethodHandles.lookup(), "chosen", int.class);

    private final Case[] cases;

    /** Each channel once, in the order in which they are locked. */
    private final ChannelCore[] channels;

    /** The numbers of the cases in a random order, which each run changes. */
    private final int[] shuffled;

    private volatile int chosen = NONE;

    private int random;

    /** Of the case that has happened. */
    private @Nullable Object received;

    private static final class Case {

        final ChannelCore channel;
        final boolean sends;
        final Waiter waiter;

        /** What is to be sent in this run; or anything but null for a receiver that takes part in it. */
        @Nullable
        Object offer;

        Case(ChannelCore channel, boolean sends, Waiter waiter) {
            this.channel = channel;
            this.sends = sends;
            this.waiter = waiter;
        }

        boolean looksReady() {
            return offer != null && (sends ? channel.maySend() : channel.mayReceive());
        }

        /** Under the channel's lock; still held when it returns {@link ChannelCore#WAIT}. */
        Object tryAndUnlock() {
            Object sent = offer;
            return sends && sent != null ? channel.sendAndUnlock(sent) : channel.receiveAndUnlock();
        }
    }

    /**
     * @param channels of the cases, by number
     * @param sends which of them send
     */
    public Selection(List<? extends ChannelCore> channels, List<Boolean> sends) {
        int size = channels.size();
        cases = new Case[size];
        shuffled = new int[size];
        Set<ChannelCore> inOrder = new TreeSet<>(Comparator.comparingLong(ChannelCore::order));
        for (int i = 0; i < size; i++) {
            boolean isSend = sends.get(i);
            cases[i] = new Case(channels.get(i), isSend, new Waiter(this, i, isSend));
            shuffled[i] = i;
            inOrder.add(channels.get(i));
        }
        this.channels = inOrder.toArray(ChannelCore[]::new);
        random = (int) (System.nanoTime() * 0x9E3779B9L >>> 8) | 1;
    }

    /**
     * Has a case take part in the next run, or not.
     *
     * @param offer what it sends; for a receiver anything; null to leave it out
     */
    public void prepare(int number, @Nullable Object offer) {
        cases[number].offer = offer;
    }

    /**
     * Lets one of the cases happen that take part.
     *
     * @param nanos for how long it waits at most; {@link Long#MAX_VALUE}: for ever; 0 or less: not at all
     * @return its number, or {@link #NONE}
     */
    public int run(long nanos) throws InterruptedException {
        StackReserve.ensureForCaller();
        ChannelCore.checkInterrupt();
        int ready = tryEach();
        if (ready == NONE) {
            ready = tryOrEnter(nanos > 0);
        }
        return ready == WAITING ? await(nanos) : ready;
    }

    /** After a run: it keeps no value that was to be sent. */
    public void forgetOffers() {
        for (Case each : cases) {
            each.offer = null;
        }
    }

    /** What the case that has happened has received, which it lets go of; {@link #isClosed} tells whether it is a value. */
    public @Nullable Object takeReceived() {
        Object value = received;
        received = null;
        return value;
    }

    /** Whether the case has happened because its channel is closed. */
    public static boolean isClosed(@Nullable Object received) {
        return received == ChannelCore.CLOSED;
    }

    public RuntimeException closedException(int number) {
        return cases[number].channel.closedException();
    }

    @Override
    boolean isOver() {
        return chosen != WAITING;
    }

    @Override
    public String waitReason() {
        return "channel select";
    }

    /** CLAIM-1: by the thread that has taken the case's waiter off its list, under the lock of that channel. */
    boolean tryChoose(int number) {
        return CHOSEN.compareAndSet(this, WAITING, number);
    }

    private int tryEach() {
        for (int i = 0; i < shuffled.length; i++) {
            int number = shuffle(i);
            Case each = cases[number];
            if (each.looksReady()) {
                each.channel.lock();
                Object outcome = each.tryAndUnlock();
                if (outcome != ChannelCore.WAIT) {
                    received = outcome;
                    return number;
                }
                each.channel.unlock();
            }
        }
        return NONE;
    }

    /** @return the number of the case that has happened; NONE; WAITING when its waiters are listed */
    private int tryOrEnter(boolean waits) {
        while (true) {
            lockAll();
            int ready = firstReady();
            if (ready == NONE) {
                if (waits) {
                    enterAll();
                }
                unlockAllBut(null);
                return waits ? WAITING : NONE;
            }
            ChannelCore channel = cases[ready].channel;
            unlockAllBut(channel);
            Object outcome = cases[ready].tryAndUnlock();
            if (outcome != ChannelCore.WAIT) {
                received = outcome;
                return ready;
            }
            channel.unlock();
        }
    }

    private int firstReady() {
        for (int number : shuffled) {
            if (cases[number].looksReady()) {
                return number;
            }
        }
        return NONE;
    }

    private void lockAll() {
        for (ChannelCore channel : channels) {
            channel.lock();
        }
    }

    private void unlockAllBut(@Nullable ChannelCore kept) {
        for (ChannelCore channel : channels) {
            if (channel != kept) {
                channel.unlock();
            }
        }
    }

    private void enterAll() {
        chosen = WAITING;
        Thread me = Thread.currentThread();
        for (int number : shuffled) { // of two cases on one channel, either may stand first
            Case each = cases[number];
            if (each.offer != null) {
                each.waiter.thread = me;
                each.waiter.value = each.sends ? each.offer : null;
                each.channel.enter(each.waiter, each.sends);
            }
        }
    }

    private int await(long nanos) throws InterruptedException {
        End end = End.OVER;
        Throwable failed = null;
        try {
            end = Parking.await(this, nanos);
        } catch (Throwable failure) {
            failed = failure;
        }
        int happened = chosen;
        if (happened == WAITING && CHOSEN.compareAndSet(this, WAITING, GIVEN_UP)) {
            leaveAll(NONE);
            return gaveUp(end, failed);
        }
        happened = chosen;
        received = cases[happened].waiter.value;
        leaveAll(happened);
        if (end == End.INTERRUPTED) {
            Thread.currentThread().interrupt();
        }
        return happened;
    }

    private static int gaveUp(End end, @Nullable Throwable failed) throws InterruptedException {
        if (failed instanceof Error error) {
            throw error;
        }
        if (failed instanceof RuntimeException exception) {
            throw exception;
        }
        if (end == End.INTERRUPTED) {
            throw new InterruptedException();
        }
        return NONE;
    }

    /** The waiter of the case that has happened was taken off its list by the thread that claimed it. */
    private void leaveAll(int happened) {
        for (int i = 0; i < cases.length; i++) {
            Case each = cases[i];
            if (each.offer != null) {
                if (i != happened) {
                    each.channel.tryLeave(each.waiter, each.sends);
                }
                each.waiter.value = null;
                each.waiter.thread = null;
            }
        }
    }

    /** Draws the next of a random order, step by step (Fisher and Yates). */
    private int shuffle(int position) {
        int other = position + below(shuffled.length - position);
        int drawn = shuffled[other];
        shuffled[other] = shuffled[position];
        shuffled[position] = drawn;
        return drawn;
    }

    private int below(int bound) {
        int x = random;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        random = x;
        return (int) ((x & 0xffff_ffffL) * bound >>> 32);
    }
}
