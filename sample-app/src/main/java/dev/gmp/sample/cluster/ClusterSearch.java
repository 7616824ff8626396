package dev.gmp.sample.cluster;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.sample.index.PartIndex;
import dev.gmp.sample.search.InvalidQueryException;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchResult;
import dev.gmp.sample.search.SearchService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/** Asks all parts of the corpus, wherever they are, and merges the answers. No thread waits for them. */
@Service
@Profile("cluster")
public class ClusterSearch {

    /** What an answer may take beyond the time of the search. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Cluster cluster;
    private final SearchService searches;
    private final int parts;

    ClusterSearch(Cluster cluster, SearchService searches, ClusterProperties properties) {
        this.cluster = cluster;
        this.searches = searches;
        this.parts = properties.parts();
    }

    /** The first question starts a part, so none waits for the first search. */
    @EventListener(ApplicationReadyEvent.class)
    void startParts() {
        for (int part = 0; part < parts; part++) {
            cluster.process(CorpusPart.TYPE, String.valueOf(part)).send(new DescribePart());
        }
    }

    /**
     * Searches all parts.
     *
     * @throws InvalidQueryException if the request cannot be run as it is
     */
    public CompletableFuture<ClusterResult> search(SearchRequest request) {
        long start = System.nanoTime();
        Duration timeout = searches.timeoutOf(request).plus(GRACE);
        return askAll(new SearchPart(request), SearchResult.class, timeout)
                .thenApply(answers -> ClusterResult.merge(
                        request, List.copyOf(answers.values()), missing(answers), (System.nanoTime() - start) / 1e6));
    }

    /** The text of a file. It stays empty if no part has the file, and fails if the file's part does not answer. */
    public CompletableFuture<Optional<String>> text(String path) {
        int part = PartIndex.partOf(path, parts);
        return ask(part, new ReadDocument(path), DocumentText.class, Duration.ofSeconds(5))
                .thenApply(answer -> Optional.ofNullable(answer.text()));
    }

    /** The nodes and their parts. */
    public CompletableFuture<ClusterOverview> overview() {
        return askAll(new DescribePart(), PartDescription.class, GRACE).thenApply(this::overview);
    }

    private ClusterOverview overview(TreeMap<Integer, PartDescription> answers) {
        ClusterSnapshot snapshot = cluster.snapshot();
        List<ClusterOverview.Node> nodes = snapshot.members().stream()
                .map(member -> new ClusterOverview.Node(
                        member.address(),
                        member.status(),
                        member.reachable(),
                        member.address().equals(snapshot.self()),
                        partsOf(member.address(), answers)))
                .toList();
        return new ClusterOverview(
                true,
                snapshot.status().name(),
                nodes,
                missing(answers),
                answers.values().stream().mapToLong(PartDescription::files).sum(),
                answers.values().stream().mapToLong(PartDescription::lines).sum());
    }

    private static List<Integer> partsOf(String node, TreeMap<Integer, PartDescription> answers) {
        return answers.entrySet().stream()
                .filter(part -> part.getValue().node().equals(node))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Completes with the answers by the number of the part. Parts that do not answer are not in it. */
    private <R> CompletableFuture<TreeMap<Integer, R>> askAll(Object question, Class<R> answer, Duration timeout) {
        List<CompletableFuture<Optional<R>>> asked = IntStream.range(0, parts)
                .mapToObj(part -> ask(part, question, answer, timeout)
                        .handle((found, missing) -> missing == null ? Optional.of(found) : Optional.<R>empty()))
                .toList();
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).thenApply(all -> {
            TreeMap<Integer, R> answers = new TreeMap<>();
            for (int part = 0; part < parts; part++) {
                int number = part;
                asked.get(part).join().ifPresent(found -> answers.put(number, found));
            }
            return answers;
        });
    }

    private <R> CompletableFuture<R> ask(int part, Object question, Class<R> answer, Duration timeout) {
        return cluster.process(CorpusPart.TYPE, String.valueOf(part)).ask(question, answer, timeout);
    }

    private List<Integer> missing(TreeMap<Integer, ?> answers) {
        return Stream.iterate(0, part -> part < parts, part -> part + 1)
                .filter(part -> !answers.containsKey(part))
                .toList();
    }
}
