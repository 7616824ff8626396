package dev.gmp.sample.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what a browser asks on behalf of foreign pages. A page of another site may link to the pages of this service, and
 * ask nothing else: an image of it, say, whose address starts a search. Browsers tell so by {@code Sec-Fetch-Site}; other
 * clients do not send it. Where only this machine may ask, it also refuses requests under a foreign name that leads to this
 * machine (DNS rebinding), and those that name another origin.
 */
@Component
class ForeignPageFilter extends OncePerRequestFilter {

    private static final Pattern THIS_MACHINE =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?", Pattern.CASE_INSENSITIVE);

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private static final Pattern PAGES = Pattern.compile("/|/index\\.html|/actuator/gmpui(/.*)?");

    private final boolean onlyThisMachineMayAsk;

    ForeignPageFilter(ServerProperties server) {
        InetAddress address = server.getAddress();
        onlyThisMachineMayAsk = address != null && address.isLoopbackAddress();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String host = request.getHeader(HttpHeaders.HOST); // browsers always send it
        if (onlyThisMachineMayAsk && (isForeign(host) || isOfAnother(request.getHeader(HttpHeaders.ORIGIN), host))) {
            refuse(response, "Only pages of this service may ask it, under the name or address of this machine.");
        } else if (isOfAnotherSite(request) && !isLinkToAPage(request)) {
            refuse(response, "Only pages of this service may ask it; those of other sites may link to its pages.");
        } else {
            chain.doFilter(request, response);
        }
    }

    private static void refuse(HttpServletResponse response, String reason) throws IOException {
        response.setStatus(HttpStatus.FORBIDDEN.value());
        response.setContentType(MediaType.TEXT_PLAIN_VALUE);
        response.getWriter().println(reason);
    }

    private static boolean isForeign(@Nullable String host) {
        return host != null && !THIS_MACHINE.matcher(host).matches();
    }

    private static boolean isOfAnother(@Nullable String origin, @Nullable String host) {
        return origin != null && !origin.endsWith("://" + host);
    }

    private static boolean isOfAnotherSite(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        return site != null && !OWN_SITES.contains(site);
    }

    /** Not so a page in a frame of another's, nor a form that is sent. */
    private static boolean isLinkToAPage(HttpServletRequest request) {
        return request.getMethod().equals("GET")
                && "navigate".equals(request.getHeader("Sec-Fetch-Mode"))
                && "document".equals(request.getHeader("Sec-Fetch-Dest"))
                && PAGES.matcher(request.getServletPath()).matches();
    }
}
