package dev.gmp.sample.web;

import dev.gmp.sample.cluster.ClusterOverview;
import dev.gmp.sample.cluster.ClusterSearch;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the nodes of the cluster; none where the service runs alone. */
@RestController
class ClusterController {

    private final Optional<ClusterSearch> cluster;

    ClusterController(Optional<ClusterSearch> cluster) {
        this.cluster = cluster;
    }

    @GetMapping("/cluster")
    CompletableFuture<ClusterOverview> overview() {
        return cluster.map(ClusterSearch::overview)
                .orElseGet(() -> CompletableFuture.completedFuture(ClusterOverview.NONE));
    }
}
