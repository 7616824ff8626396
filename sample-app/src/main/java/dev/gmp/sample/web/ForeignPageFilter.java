package dev.gmp.sample.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Where only this machine may ask, refuses what its browser asks on behalf of foreign pages: under a name of theirs that leads
 * to this machine (DNS rebinding), and requests that a page may send anywhere.
 */
@Component
class ForeignPageFilter extends OncePerRequestFilter {

    private static final Pattern THIS_MACHINE =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?", Pattern.CASE_INSENSITIVE);

    private final boolean onlyThisMachineMayAsk;

    ForeignPageFilter(ServerProperties server) {
        InetAddress address = server.getAddress();
        onlyThisMachineMayAsk = address != null && address.isLoopbackAddress();
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !onlyThisMachineMayAsk;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String host = request.getHeader(HttpHeaders.HOST); // browsers always send it
        if (isForeign(host) || isOfAnother(request.getHeader(HttpHeaders.ORIGIN), host)) {
            response.setStatus(HttpStatus.FORBIDDEN.value());
            response.setContentType(MediaType.TEXT_PLAIN_VALUE);
            response.getWriter()
                    .println("Only pages of this service may ask it, under the name or address of this machine.");
        } else {
            chain.doFilter(request, response);
        }
    }

    private static boolean isForeign(@Nullable String host) {
        return host != null && !THIS_MACHINE.matcher(host).matches();
    }

    private static boolean isOfAnother(@Nullable String origin, @Nullable String host) {
        return origin != null && !origin.endsWith("://" + host);
    }
}
