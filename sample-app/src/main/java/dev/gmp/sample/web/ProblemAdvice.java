package dev.gmp.sample.web;

import dev.gmp.sample.corpus.NoCorpusException;
import dev.gmp.sample.index.IndexRunningException;
import dev.gmp.sample.search.InvalidQueryException;
import dev.gmp.sample.source.InvalidSourceException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers what went wrong as a problem (RFC 9457) whose detail tells the caller the reason. */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final String SECONDS_TO_WAIT = "2";

    @ExceptionHandler({InvalidQueryException.class, InvalidSourceException.class})
    ProblemDetail badRequest(RuntimeException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
    }

    @ExceptionHandler(IndexRunningException.class)
    ProblemDetail conflict(RuntimeException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, e.getMessage());
    }

    @ExceptionHandler({NoCorpusException.class, RejectedExecutionException.class})
    ResponseEntity<ProblemDetail> unavailable(RuntimeException e) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, SECONDS_TO_WAIT)
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage()));
    }

    /** Says what is wrong with the body; Spring's own answer says only that it could not be read. */
    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                status, "The body must be JSON like {\"path\": \"/a/folder/or.zip\"}, or left out.");
        return handleExceptionInternal(e, problem, headers, status, request);
    }
}
