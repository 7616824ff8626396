package dev.gmp.sample.web;

import dev.gmp.sample.cluster.ClusterResult;
import dev.gmp.sample.cluster.ClusterSearch;
import dev.gmp.sample.search.SearchRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Searches the whole corpus on any node of the cluster, and shows its files. */
@RestController
@Profile("cluster")
class ClusterSearchController {

    private final ClusterSearch cluster;

    ClusterSearchController(ClusterSearch cluster) {
        this.cluster = cluster;
    }

    @GetMapping("/search")
    CompletableFuture<ClusterResult> search(
            @RequestParam String q,
            @RequestParam(required = false) @Nullable String path,
            @RequestParam(defaultValue = "false") boolean ignoreCase,
            @RequestParam(defaultValue = "0") int offset,
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(required = false) @DurationFormat(style = DurationFormat.Style.SIMPLE) @Nullable
                    Duration timeout) {
        return cluster.search(new SearchRequest(q, path, ignoreCase, offset, limit, timeout));
    }

    @GetMapping("/files")
    CompletableFuture<ResponseEntity<String>> file(@RequestParam String path) {
        return cluster.text(path)
                .thenApply(text -> FileController.answer(text.orElseThrow(() -> FileController.unknown(path))));
    }
}
