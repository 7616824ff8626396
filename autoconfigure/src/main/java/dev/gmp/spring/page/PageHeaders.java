package dev.gmp.spring.page;

import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.EndpointMapping;
import org.springframework.boot.actuate.endpoint.web.PathMapper;

/**
 * What all answers of the page say to the browser, whatever else guards the application. An endpoint cannot set headers, so the
 * web framework does, on these paths.
 */
final class PageHeaders {

    /** Nothing but files and answers of the same host, and nothing inline. */
    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'";

    /** Only a header can forbid frames: a page in a frame of another's can be made to take clicks that are meant for that. */
    static final Map<String, String> ALL = Map.of(
            "Content-Security-Policy", POLICY + "; frame-ancestors 'none'",
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store");

    private static final EndpointId PAGE = EndpointId.of("gmpui");

    private PageHeaders() {}

    /** Of the page and its files, within the application, as patterns. Slashes in the settings count as they do for Boot. */
    static List<String> paths(WebEndpointProperties properties, List<PathMapper> mappers) {
        String page =
                new EndpointMapping(properties.getBasePath()).createSubPath(PathMapper.getRootPath(mappers, PAGE));
        return List.of(page, page + "/", page + "/*");
    }
}
