package dev.gmp.sample.web;

import dev.gmp.sample.search.RunningSearch;
import dev.gmp.sample.search.SearchProperties;
import dev.gmp.sample.search.SearchResult;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/**
 * Responses that wait for their search. A servlet container notices that a caller has gone only when it writes to them;
 * so a line feed, which JSON allows before the answer, goes out at each heartbeat, and a search whose caller does not
 * take it is cancelled.
 */
@Component
class OpenResponses {

    private static final Logger log = LoggerFactory.getLogger(OpenResponses.class);

    private final Map<ResponseBodyEmitter, RunningSearch> open = new ConcurrentHashMap<>();

    /** Short searches are answered with nothing before the answer. */
    private final long firstBeatMillis;

    OpenResponses(SearchProperties properties) {
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
                response.send(result, MediaType.APPLICATION_JSON);
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
