package dev.gmp.spring.page;

import java.util.Objects;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;

/**
 * What the page calls its neighbours: relative references, so that they hold behind proxies, context paths and management
 * ports that change what stands before them. Endpoints can be mapped to other names, even to several segments.
 *
 * @param toFiles the folder of the page's files, seen from the page
 * @param toData the endpoint {@code gmp}, seen from the page
 */
record PagePaths(String toFiles, String toData) {

    private static final EndpointId PAGE = EndpointId.of("gmpui");
    private static final EndpointId DATA = EndpointId.of("gmp");

    static PagePaths of(PathMappedEndpoints endpoints) {
        String data = endpoints.getRootPath(DATA);
        return between(
                Objects.requireNonNullElse(endpoints.getRootPath(PAGE), PAGE.toString()),
                // Not exposed: the page says so when nothing answers there.
                Objects.requireNonNullElse(data, DATA.toString()));
    }

    /** Both paths are below the same folder, without a slash at either end. */
    static PagePaths between(String page, String data) {
        String up = "../".repeat((int) page.chars().filter(c -> c == '/').count());
        return new PagePaths(page.substring(page.lastIndexOf('/') + 1), up + data);
    }
}
