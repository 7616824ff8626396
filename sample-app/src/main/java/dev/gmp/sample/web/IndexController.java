package dev.gmp.sample.web;

import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.CorpusSummary;
import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.corpus.ExtensionSummary;
import dev.gmp.sample.index.IndexHistory;
import dev.gmp.sample.index.IndexProgress;
import dev.gmp.sample.index.IndexRecord;
import dev.gmp.sample.index.IndexSchedule;
import dev.gmp.sample.index.IndexService;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What is indexed, how far an index run is, and how to start and cancel one. */
@RestController
@Profile("!cluster")
@RequestMapping("/index")
class IndexController {

    private static final int LONGEST_HISTORY = 100;

    private final IndexService service;
    private final IndexHistory history;
    private final CurrentCorpus current;
    private final IndexSchedule schedule;

    IndexController(IndexService service, IndexHistory history, CurrentCorpus current, IndexSchedule schedule) {
        this.service = service;
        this.history = history;
        this.current = current;
        this.schedule = schedule;
    }

    /**
     * What to index.
     *
     * @param path a folder, zip or jar; null for what is indexed now
     */
    record Order(@Nullable String path) {}

    /**
     * The state of the index.
     *
     * @param corpus what searches use; null before the first run has ended
     * @param run the run under way, or else the last one; null before the first
     * @param nextRun when the next run is due by the schedule; null if that is now
     */
    record Status(
            @Nullable CorpusSummary corpus,
            @Nullable IndexProgress run,
            @Nullable Instant nextRun) {}

    @GetMapping
    Status status() {
        return new Status(
                current.get().map(Corpus::summary).orElse(null),
                service.latest().orElse(null),
                schedule.nextRun().orElse(null));
    }

    /** Takes JSON, not form data: for that browsers ask first on behalf of a foreign page, and are refused. */
    @PostMapping
    ResponseEntity<IndexProgress> start(@RequestBody(required = false) @Nullable Order order) {
        String path = order == null ? null : order.path();
        if (path != null && path.isBlank()) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "'path' is blank; name a folder, zip or jar, or leave it out.");
        }
        return ResponseEntity.accepted().location(URI.create("/index")).body(service.start(path));
    }

    /** Asks the run that is under way to end; 404 if there is none. */
    @DeleteMapping("/run")
    ResponseEntity<IndexProgress> cancel() {
        return service.cancel()
                .map(run ->
                        ResponseEntity.accepted().location(URI.create("/index")).body(run))
                .orElseGet(() -> ResponseEntity.notFound().build());
    }

    @GetMapping("/history")
    List<IndexRecord> history(@RequestParam(defaultValue = "10") int limit) {
        if (limit < 1 || limit > LONGEST_HISTORY) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST,
                    "'limit' is %d; it must be from 1 to %d.".formatted(limit, LONGEST_HISTORY));
        }
        return history.last(limit);
    }

    @GetMapping("/history/{run}/extensions")
    List<ExtensionSummary> extensions(@PathVariable long run) {
        return history.extensionsOf(run);
    }
}
