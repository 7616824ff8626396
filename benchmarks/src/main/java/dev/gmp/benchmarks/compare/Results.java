package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.figures.Judgement;
import dev.gmp.benchmarks.figures.MeanInterval;
import dev.gmp.benchmarks.figures.Median;
import dev.gmp.benchmarks.peer.Peer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The figures of a run. Not thread-safe. */
public final class Results {
    private final List<Sample> samples = new ArrayList<>();

    /**
     * A figure.
     *
     * @param round from 0
     */
    public record Sample(Metric metric, Peer peer, int round, double value) {}

    /**
     * The scheduler beside the best of the peers that the metric's target names. Where direct and virtual goroutines were
     * measured, the worse of the two stands for the scheduler.
     *
     * @param best the peer with the best median; empty if none was measured
     * @param figure the scheduler's
     * @param ratio of the two, round by round; empty if there is none
     * @param judgement on the target; empty if there is no target
     */
    public record Comparison(
            Optional<Peer> best, MeanInterval figure, Optional<MeanInterval> ratio, Optional<Judgement> judgement) {}

    public void add(Sample sample) {
        samples.add(sample);
    }

    /** In the order in which they were taken. */
    public List<Sample> samples() {
        return List.copyOf(samples);
    }

    /** Of the rounds in which the peer was measured; empty if in none. */
    public OptionalDouble median(Metric metric, Peer peer) {
        List<Double> values = samplesOf(metric, peer).map(Sample::value).toList();
        return values.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Median.of(values));
    }

    /** Empty when the scheduler is missing. */
    public Optional<Comparison> compare(Metric metric) {
        return worstOwn(metric).flatMap(own -> compare(metric, own));
    }

    /** The same for one kind of goroutines. */
    public Optional<Comparison> compare(Metric metric, Peer own) {
        Optional<Peer> best = best(metric);
        Optional<MeanInterval> figure = MeanInterval.of(samplesOf(metric, own).mapToDouble(Sample::value));
        Optional<MeanInterval> ratio =
                best.flatMap(other -> MeanInterval.ofRatios(logRatiosByRound(metric, own, other)));
        return figure.map(
                its -> new Comparison(best, its, ratio, metric.target().judge(figure, ratio)));
    }

    private Optional<Peer> worstOwn(Metric metric) {
        return Arrays.stream(Peer.values())
                .filter(peer -> peer.isOwn() && median(metric, peer).isPresent())
                .max(Comparator.comparingDouble(peer -> median(metric, peer).orElseThrow()));
    }

    /** The peer with the lowest median of those in the metric's target; empty if none was measured. */
    public Optional<Peer> best(Metric metric) {
        return metric.target().comparedWith().stream()
                .filter(peer -> median(metric, peer).isPresent())
                .min(Comparator.comparingDouble(peer -> median(metric, peer).orElseThrow()));
    }

    /** One to the other in each round in which both were measured, as logarithms. */
    DoubleStream logRatiosByRound(Metric metric, Peer one, Peer other) {
        return samplesOf(metric, one)
                .flatMapToDouble(figure -> samplesOf(metric, other)
                        .filter(beside -> beside.round() == figure.round())
                        .mapToDouble(beside -> MeanInterval.logRatio(figure.value(), beside.value())));
    }

    private Stream<Sample> samplesOf(Metric metric, Peer peer) {
        return samples.stream().filter(sample -> sample.metric().equals(metric) && sample.peer() == peer);
    }
}
