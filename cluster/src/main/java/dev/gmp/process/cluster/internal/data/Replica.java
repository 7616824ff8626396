package dev.gmp.process.cluster.internal.data;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import dev.gmp.process.RemotePid;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.ddata.DistributedData;
import org.apache.pekko.cluster.ddata.Key;
import org.apache.pekko.cluster.ddata.ORSet;
import org.apache.pekko.cluster.ddata.ORSetKey;
import org.apache.pekko.cluster.ddata.Replicator;
import org.apache.pekko.cluster.ddata.SelfUniqueAddress;
import org.apache.pekko.pattern.Patterns;

/**
 * Sets of texts of which each node has a copy, in one life of this node. An addition wins over a removal that does not know
 * of it. Any thread may use it; no method blocks.
 */
final class Replica {

    private static final Duration MAJORITY_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private final ActorSystem system;
    private final ActorRef replicator;
    private final SelfUniqueAddress writer;
    private final String self;
    private final Set<String> members = ConcurrentHashMap.newKeySet();
    private volatile boolean up;

    /** What this node has of names and groups: by set, by subject. */
    private final Map<String, Map<String, List<Entry>>> seen = new ConcurrentHashMap<>();

    Replica(ActorSystem system) {
        this.system = system;
        DistributedData data = DistributedData.get(system);
        replicator = data.replicator();
        writer = data.selfUniqueAddress();
        self = name(writer.uniqueAddress());
    }

    private static String name(UniqueAddress node) {
        Address address = node.address();
        String hostAndPort =
                address.getHost().orElseThrow() + ":" + address.getPort().orElseThrow();
        return new NodeId(hostAndPort, node.longUid()).toString();
    }

    /** The name of this node in this life. */
    String self() {
        return self;
    }

    RemotePid pid(long number) {
        return new RemotePid(self, number);
    }

    Executor executor() {
        return system.dispatcher();
    }

    /** Whether this node takes part in the cluster, so that a majority means something. */
    boolean isUp() {
        return up;
    }

    void up() {
        up = true;
    }

    boolean isSelf(Member member) {
        return name(member.uniqueAddress()).equals(self);
    }

    boolean isMember(String node) {
        return members.contains(node);
    }

    void joined(Member member) {
        members.add(name(member.uniqueAddress()));
    }

    void removed(Member member) {
        members.remove(name(member.uniqueAddress()));
    }

    void subscribe(String set, ActorRef subscriber) {
        replicator.tell(new Replicator.Subscribe<>(key(set), subscriber), subscriber);
    }

    void changed(String set, Set<String> texts) {
        seen.put(set, texts.stream().map(Entry::parse).collect(groupingBy(Entry::subject)));
    }

    /** The entries of a set that this node has seen, by subject. Those of nodes that are gone may be among them. */
    Map<String, List<Entry>> seen(String set) {
        return seen.getOrDefault(set, Map.of());
    }

    /** The confirmed entries of members. */
    Stream<Entry> seen(String set, String subject) {
        return seen(set).getOrDefault(subject, List.of()).stream()
                .filter(entry -> entry.confirmed() && isMember(entry.pid().node()));
    }

    /** Removes the entries of nodes that are no members: such a node does not come back. */
    void removeLeftBehind(String set) {
        Set<String> left = seen(set).values().stream()
                .flatMap(List::stream)
                .filter(entry -> !isMember(entry.pid().node()))
                .map(Entry::text)
                .collect(toSet());
        if (!left.isEmpty()) {
            write(set, left, Set.of());
        }
    }

    /** What a majority of the nodes has. It fails if no majority answers. */
    CompletionStage<Set<String>> read(String set) {
        Key<ORSet<String>> key = key(set);
        return ask(new Replicator.Get<>(key, new Replicator.ReadMajority(MAJORITY_TIMEOUT)))
                .thenCompose(answer -> {
                    if (answer instanceof Replicator.GetSuccess<?> success) {
                        return completedFuture(success.get(key).getElements());
                    }
                    return answer instanceof Replicator.NotFound<?> ? completedFuture(Set.of()) : failed(answer);
                });
    }

    CompletionStage<Void> add(String set, String text) {
        return write(set, Set.of(), Set.of(text));
    }

    CompletionStage<Void> remove(String set, String text) {
        return write(set, Set.of(text), Set.of());
    }

    /**
     * Changes a set at once here, in the order of the calls of a thread.
     *
     * @return completes when a majority of the nodes has it; if it fails, the others will hear of it later
     */
    CompletionStage<Void> write(String set, Set<String> removed, Set<String> added) {
        return ask(new Replicator.Update<>(
                        key(set), ORSet.create(), new Replicator.WriteMajority(MAJORITY_TIMEOUT), texts -> {
                            ORSet<String> changed = texts;
                            for (String text : removed) {
                                changed = changed.remove(writer, text);
                            }
                            for (String text : added) {
                                changed = changed.add(writer, text);
                            }
                            return changed;
                        }))
                .thenCompose(answer ->
                        answer instanceof Replicator.UpdateSuccess<?> ? completedFuture(null) : failed(answer));
    }

    <T> CompletionStage<T> after(Duration delay, Callable<CompletionStage<T>> call) {
        return Patterns.after(delay, system, call);
    }

    private CompletionStage<Object> ask(Object question) {
        return Patterns.ask(replicator, question, ANSWER_TIMEOUT);
    }

    private static <T> CompletionStage<T> failed(Object answer) {
        return failedFuture(new TimeoutException("No majority of the nodes has answered: " + answer));
    }

    private static Key<ORSet<String>> key(String set) {
        return ORSetKey.create(set);
    }
}
