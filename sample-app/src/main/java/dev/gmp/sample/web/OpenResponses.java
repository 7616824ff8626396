package dev.gmp.sample.web;

import dev.gmp.sample.search.Hit;
import dev.gmp.sample.search.RunningSearch;
import dev.gmp.sample.search.SearchProperties;
import dev.gmp.sample.search.SearchResult;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.MediaType;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;

/**
 * Responses that wait for their search. A servlet container notices that a caller has gone only when it writes to them;
 * so a line feed, which JSON allows before the answer, goes out at each heartbeat, and a search whose caller does not
 * take it is cancelled.
 */
@Component
class OpenResponses {

    private static final Logger log = LoggerFactory.getLogger(OpenResponses.class);

    private final Map<ResponseBodyEmitter, RunningSearch> open = new ConcurrentHashMap<>();
    private final Executor executor;

    /** Short searches are answered with nothing before the answer. */
    private final long firstBeatMillis;

    OpenResponses(@Qualifier("applicationTaskExecutor") Executor executor, SearchProperties properties) {
        this.executor = executor;
        this.firstBeatMillis = properties.heartbeat().toMillis();
    }

    /** Makes the response to a search; it is written and closed when the search ends. */
    @SuppressWarnings("FutureReturnValueIgnored") // answer deals with what goes wrong
    ResponseBodyEmitter open(RunningSearch search) {
        ResponseBodyEmitter response = new ResponseBodyEmitter(0L);
        open.put(response, search);
        response.onCompletion(() -> abandon(response));
        response.onError(error -> abandon(response));
        search.result().whenComplete((result, error) -> answer(response, result, error));
        return response;
    }

    /**
     * The same, with the search's first hits before the answer, each on a line. A task waits for them.
     *
     * @throws RejectedExecutionException if the executor has no room for it; the search ends then
     */
    ResponseBodyEmitter openWithFirstHits(RunningSearch search) {
        ResponseBodyEmitter response = open(search);
        try {
            executor.execute(() -> sendFirstHits(response, search));
        } catch (RejectedExecutionException e) {
            abandon(response);
            throw e;
        }
        return response;
    }

    private void sendFirstHits(ResponseBodyEmitter response, RunningSearch search) {
        try {
            for (Iterator<Hit> hits = search.firstHits().iterator(); hits.hasNext(); ) {
                response.send(line(hits.next()));
            }
        } catch (IOException | IllegalStateException e) {
            log.debug("The caller has gone, or has its answer", e);
            abandon(response);
        }
    }

    /**
     * Sent at once: a heartbeat must not come in between. Each line has an end of its own, since what is sent before the response
     * begins is kept in a set.
     */
    private static Set<DataWithMediaType> line(Object value) {
        return new LinkedHashSet<>(Arrays.asList(
                new DataWithMediaType(value, MediaType.APPLICATION_JSON),
                new DataWithMediaType("\n", MediaType.TEXT_PLAIN)));
    }

    @Scheduled(fixedRateString = "${sample.search.heartbeat:500ms}")
    void beat() {
        open.forEach((response, search) -> {
            if (search.progress().elapsedMillis() < firstBeatMillis) {
                return;
            }
            try {
                response.send("\n", MediaType.TEXT_PLAIN);
            } catch (IOException | IllegalStateException e) {
                log.debug("The caller has gone", e);
                abandon(response);
            }
        });
    }

    private void answer(ResponseBodyEmitter response, @Nullable SearchResult result, @Nullable Throwable error) {
        open.remove(response);
        try {
            if (result == null) {
                response.completeWithError(error == null ? new IllegalStateException("No result") : error);
            } else {
                response.send(line(result));
                response.complete();
            }
        } catch (IOException e) {
            log.debug("The caller has gone before the answer", e);
        } catch (IllegalStateException e) {
            log.debug("The answer could not be sent", e);
            response.completeWithError(e); // nothing else does
        }
    }

    private void abandon(ResponseBodyEmitter response) {
        RunningSearch search = open.remove(response);
        if (search != null) {
            log.debug("The client of {} is gone", search.progress());
            search.cancel();
        }
    }
}
