package dev.gmp.sample.web;

import dev.gmp.sample.search.FirstHits;
import dev.gmp.sample.search.RunningSearch;
import dev.gmp.sample.search.SearchProgress;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchService;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/** Searches the corpus. No thread waits for the whole answer; the search's last goroutine writes it. */
@RestController
@Profile("!cluster")
@RequestMapping(path = "/search", produces = MediaType.APPLICATION_JSON_VALUE)
class SearchController {

    private final SearchService searches;
    private final OpenResponses responses;

    SearchController(SearchService searches, OpenResponses responses) {
        this.searches = searches;
        this.responses = responses;
    }

    @GetMapping
    ResponseEntity<ResponseBodyEmitter> search(
            @RequestParam String q,
            @RequestParam(required = false) @Nullable String path,
            @RequestParam(defaultValue = "false") boolean ignoreCase,
            @RequestParam(defaultValue = "0") int offset,
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(required = false) @DurationFormat(style = DurationFormat.Style.SIMPLE) @Nullable
                    Duration timeout) {
        RunningSearch search = searches.start(new SearchRequest(q, path, ignoreCase, offset, limit, timeout));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(responses.open(search));
    }

    /** The same, with a page of the hits found first before it, each on a line, while other files are still searched. */
    @GetMapping(path = "/stream", produces = MediaType.APPLICATION_NDJSON_VALUE)
    ResponseEntity<ResponseBodyEmitter> stream(
            @RequestParam String q,
            @RequestParam(required = false) @Nullable String path,
            @RequestParam(defaultValue = "false") boolean ignoreCase,
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(required = false) @DurationFormat(style = DurationFormat.Style.SIMPLE) @Nullable
                    Duration timeout) {
        RunningSearch search = searches.startWithFirstHits(new SearchRequest(q, path, ignoreCase, 0, limit, timeout));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_NDJSON).body(responses.openWithFirstHits(search));
    }

    /** Answers as soon as a page is found. The request waits for the hits, and parks if it runs on a goroutine. */
    @GetMapping("/first")
    FirstHits first(
            @RequestParam String q,
            @RequestParam(required = false) @Nullable String path,
            @RequestParam(defaultValue = "false") boolean ignoreCase,
            @RequestParam(defaultValue = "20") int limit,
            @RequestParam(required = false) @DurationFormat(style = DurationFormat.Style.SIMPLE) @Nullable
                    Duration timeout) {
        return searches.first(new SearchRequest(q, path, ignoreCase, 0, limit, timeout));
    }

    @GetMapping("/running")
    List<SearchProgress> running() {
        return searches.running();
    }
}
