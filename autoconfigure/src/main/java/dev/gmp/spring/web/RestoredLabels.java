package dev.gmp.spring.web;

import dev.gmp.Goroutines;
import dev.gmp.spring.task.OwnLabels;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.Map;

/**
 * When a request leaves its goroutine, the goroutine has the labels again that it had before: it may serve the next request of
 * its connection, too. The filter comes before all others, so it is also over what they set. It sees each part of a request:
 * where it is forwarded, and where another goroutine goes on with it. That one was started by the request, and is left with no
 * label of it.
 */
final class RestoredLabels implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Map<String, String> before =
                request.getDispatcherType() == DispatcherType.ASYNC ? Map.of() : Goroutines.labels();
        try {
            chain.doFilter(request, response);
        } finally {
            OwnLabels.restore(before);
        }
    }
}
