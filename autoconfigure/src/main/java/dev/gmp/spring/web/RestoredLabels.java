package dev.gmp.spring.web;

import dev.gmp.Goroutines;
import dev.gmp.spring.task.OwnLabels;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.Map;

/**
 * A request begins without labels, and when it leaves its goroutine, the goroutine has the labels again that it had before: it
 * may serve the next request of its connection, too. The filter comes before all others, so it is also over what they set. It
 * sees each part of a request: where it is forwarded, and where another goroutine goes on with it. That one may have been
 * started by another request, or by another goroutine of this one; it gets the labels that this request had.
 */
final class RestoredLabels implements Filter {

    private static final String OF_REQUEST = RestoredLabels.class.getName();

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Map<String, String> before = Map.of();
        switch (request.getDispatcherType()) {
            case REQUEST -> OwnLabels.restore(Map.of());
            case ASYNC -> OwnLabels.restore(kept(request));
            default -> before = Goroutines.labels();
        }
        try {
            chain.doFilter(request, response);
        } finally {
            if (request.isAsyncStarted()) { // no other goroutine goes on with it before this one has left
                request.setAttribute(OF_REQUEST, Goroutines.labels());
            }
            OwnLabels.restore(before);
        }
    }

    @SuppressWarnings("unchecked") // set here
    private static Map<String, String> kept(ServletRequest request) {
        Object labels = request.getAttribute(OF_REQUEST);
        return labels == null ? Map.of() : (Map<String, String>) labels;
    }
}
