package dev.gmp.process.cluster.internal.data;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import dev.gmp.process.Pid;
import dev.gmp.process.RemotePid;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * NAME-1: while the cluster is not divided, two processes do not get one name.
 *
 *  1. add the wish, to a majority
 *  2. read a majority: no other entry of that name?    -> go to 3
 *     another one that is confirmed, or a smaller wish -> withdraw the wish: false
 *     only larger wishes                               -> wait, and read again
 *  3. replace the wish by a confirmed entry, by a majority: true
 *
 * Of two processes, the wish of at least one is with a majority when the other one reads: so not both see themselves alone.
 * A process waits only for larger ones, and a larger one that sees a smaller one withdraws: so they do not wait in a circle.
 * A name that was given is claimed again in each life of the node, until a majority has answered.
 * If both entries are confirmed all the same, since the cluster was divided, the larger one is withdrawn by its node.
 */

/** Names of processes in the cluster. Any thread may use it; no method blocks. */
public final class Names extends Registry {

    private static final System.Logger LOGGER = System.getLogger(Names.class.getName());
    private static final Duration BETWEEN_READS = Duration.ofMillis(100);
    private static final int READS = 100;
    private static final Duration BETWEEN_CLAIMS = Duration.ofSeconds(1);

    private final Map<String, Claim> claims = new ConcurrentHashMap<>();

    Names() {
        super("names");
    }

    /** A process of this node that wants a name or has it. */
    private record Claim(long number, CompletableFuture<Boolean> given) {
        boolean isGiven() {
            return given.isDone() && !given.isCompletedExceptionally() && given.join();
        }
    }

    /**
     * Gives a process of this node a name. Before this node takes part in the cluster, the decision waits.
     *
     * @param ended gives a stage that completes when the process ends
     * @return completes with false if another process has the name; fails if no majority of the nodes answers
     */
    public CompletionStage<Boolean> register(String name, long number, Supplier<? extends CompletionStage<?>> ended) {
        Claim claim = new Claim(number, new CompletableFuture<>());
        Claim present = claims.putIfAbsent(name, claim);
        if (present != null) {
            return present.number == number ? present.given.copy() : completedFuture(false);
        }
        note(name, number);
        follow(number, ended);
        Replica now = replica();
        if (now != null && now.isUp()) {
            claim(now, name, claim);
        }
        return claim.given.copy();
    }

    /** The process with a name, as this node knows it now. */
    public @Nullable Pid find(String name) {
        Replica now = replica();
        if (now == null) {
            return null;
        }
        Claim own = claims.get(name);
        return own != null && own.isGiven()
                ? now.pid(own.number)
                : now.seen(set(name), name)
                        .min(Comparator.naturalOrder())
                        .map(Entry::pid)
                        .orElse(null);
    }

    @Override
    void release(String name, long number) {
        Replica now = replica();
        Claim claim = claims.get(name);
        if (claim != null && claim.number == number && claims.remove(name, claim)) {
            claim.given.complete(false); // there may be no life in which it is settled
            if (now != null) {
                withdraw(now, name, now.pid(number));
            }
        }
    }

    private void withdraw(Replica now, String name, RemotePid pid) {
        Entry wish = new Entry(name, false, pid);
        now.write(set(name), Set.of(wish.text(), wish.confirm().text()), Set.of());
    }

    private void claim(Replica now, String name, Claim claim) {
        Entry wish = new Entry(name, false, now.pid(claim.number));
        now.add(set(name), wish.text())
                .thenCompose(added -> decide(now, wish, READS))
                .thenCompose(won -> won ? confirm(now, wish) : completedFuture(false))
                .whenCompleteAsync((won, error) -> settle(now, wish, claim, won, error), now.executor());
    }

    private CompletionStage<Boolean> decide(Replica now, Entry wish, int reads) {
        return now.read(set(wish.subject())).thenCompose(texts -> {
            List<Entry> others = others(now, wish, texts);
            if (others.isEmpty()) {
                return completedFuture(true);
            }
            if (others.stream().anyMatch(other -> other.confirmed() || other.compareTo(wish) < 0)) {
                return completedFuture(false);
            }
            return reads > 1
                    ? now.after(BETWEEN_READS, () -> decide(now, wish, reads - 1))
                    : failedFuture(new TimeoutException("Another process, which wants the same name, does not go on"));
        });
    }

    private static List<Entry> others(Replica now, Entry wish, Collection<String> texts) {
        return texts.stream()
                .map(Entry::parse)
                .filter(other -> other.subject().equals(wish.subject()))
                .filter(other -> !other.pid().equals(wish.pid())
                        && now.isMember(other.pid().node()))
                .toList();
    }

    private CompletionStage<Boolean> confirm(Replica now, Entry wish) {
        return now.write(
                        set(wish.subject()),
                        Set.of(wish.text()),
                        Set.of(wish.confirm().text()))
                .thenApply(confirmed -> true);
    }

    private void settle(Replica now, Entry wish, Claim claim, @Nullable Boolean won, @Nullable Throwable error) {
        if (error != null && claim.isGiven() && claims.get(wish.subject()) == claim) {
            claimAgain(now, wish.subject(), claim);
            return;
        }
        boolean kept = Boolean.TRUE.equals(won) && claims.get(wish.subject()) == claim;
        boolean isRemoved = false;
        if (!kept) {
            withdraw(now, wish.subject(), wish.pid());
            isRemoved = remove(wish.subject(), claim);
        }
        boolean isFirst = error == null ? claim.given.complete(kept) : claim.given.completeExceptionally(error);
        if (!isFirst && isRemoved) {
            logLoss(wish);
        }
    }

    /** No majority has answered: the process keeps its name. */
    private void claimAgain(Replica now, String name, Claim claim) {
        now.after(BETWEEN_CLAIMS, () -> {
            if (now == replica() && claims.get(name) == claim) { // a later life claims it by itself
                claim(now, name, claim);
            }
            return completedFuture(null);
        });
    }

    @Override
    void publish(Replica now) {
        claims.forEach((name, claim) -> claim(now, name, claim));
    }

    /** A set has changed, perhaps as parts of the cluster have joined. */
    void resolve(Replica now, String set) {
        now.seen(set).forEach((name, entries) -> {
            Claim claim = claims.get(name);
            if (entries.size() > 1 && claim != null && claim.isGiven()) {
                Entry own = new Entry(name, true, now.pid(claim.number));
                if (now.seen(set, name).anyMatch(other -> other.compareTo(own) < 0) && remove(name, claim)) {
                    withdraw(now, name, own.pid());
                    logLoss(own);
                }
            }
        });
    }

    /** A process has no claim to the name any more. It may claim it anew when this has returned. */
    private boolean remove(String name, Claim claim) {
        AtomicBoolean removed = new AtomicBoolean();
        claims.computeIfPresent(name, (any, present) -> {
            if (present != claim) {
                return present;
            }
            forget(name, claim.number);
            removed.set(true);
            return null;
        });
        return removed.get();
    }

    private static void logLoss(Entry entry) {
        LOGGER.log(
                System.Logger.Level.WARNING,
                "The process {0} has lost its name ''{1}'': another process got it while this node was apart",
                entry.pid(),
                entry.subject());
    }
}
