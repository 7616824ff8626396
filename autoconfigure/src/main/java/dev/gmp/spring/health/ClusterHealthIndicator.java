package dev.gmp.spring.health;

import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Member;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * One node's health in its cluster.
 *
 * <pre>
 *   DOWN             cut off: this node cannot reach most of the others, and has ended its keyed processes
 *   OUT_OF_SERVICE   joining, leaving or left: keys are not, or no longer, served by this node
 *   UP               else, with a warning while other nodes cannot be reached
 * </pre>
 *
 * <p>Another node that cannot be reached is no failure of this one: it must not be restarted for that.
 */
final class ClusterHealthIndicator extends AbstractHealthIndicator {

    private final Supplier<ClusterSnapshot> snapshots;

    ClusterHealthIndicator(Supplier<ClusterSnapshot> snapshots) {
        super("the cluster's health check failed");
        this.snapshots = snapshots;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        ClusterSnapshot snapshot = snapshots.get();
        List<String> unreachable = snapshot.members().stream()
                .filter(member -> !member.reachable())
                .map(Member::address)
                .toList();
        builder.withDetail("node", snapshot.self())
                .withDetail("members", snapshot.members().size())
                .withDetail("unreachable", unreachable);
        switch (snapshot.status()) {
            case UP -> {
                builder.up();
                if (!unreachable.isEmpty()) {
                    builder.withDetail("warning", "nodes cannot be reached; their keys move if that lasts");
                }
            }
            case JOINING -> builder.outOfService().withDetail("reason", "this node looks for the others");
            case LEAVING -> builder.outOfService().withDetail("reason", "this node hands its keys over");
            case CLOSED -> builder.outOfService().withDetail("reason", "this node has left the cluster");
            case CUT_OFF ->
                builder.down()
                        .withDetail(
                                "reason",
                                "cut off: this node cannot reach most of the others; it has ended its keyed processes, and"
                                        + " tries to join again");
        }
    }
}
