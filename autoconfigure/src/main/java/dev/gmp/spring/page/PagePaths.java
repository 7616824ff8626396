package dev.gmp.spring.page;

import java.util.Objects;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.util.StringUtils;

/**
 * What the page calls its neighbours: relative references, so that they hold behind proxies, context paths and management
 * ports that change what stands before them. Endpoints can be mapped to other names, even to several segments.
 *
 * @param toFiles the folder of the page's files, seen from the page
 * @param toData the endpoint {@code gmp}, seen from the page
 * @param toProfile the endpoint {@code gmpgoroutines}, seen from the page
 */
record PagePaths(String toFiles, String toData, String toProfile) {

    private static final EndpointId PAGE = EndpointId.of("gmpui");
    private static final EndpointId DATA = EndpointId.of("gmp");
    private static final EndpointId PROFILE = EndpointId.of("gmpgoroutines");

    static PagePaths of(PathMappedEndpoints endpoints) {
        // The page says so when nothing answers there, because the data is not exposed.
        return between(
                Objects.requireNonNullElse(endpoints.getRootPath(PAGE), PAGE.toString()),
                Objects.requireNonNullElse(endpoints.getRootPath(DATA), DATA.toString()),
                Objects.requireNonNullElse(endpoints.getRootPath(PROFILE), PROFILE.toString()));
    }

    /** All paths are below the same folder. A slash at either end means nothing, as in Boot. */
    static PagePaths between(String page, String data, String profile) {
        String shown = trimmed(page);
        String up = "../".repeat(StringUtils.countOccurrencesOf(shown, "/"));
        return new PagePaths(shown.substring(shown.lastIndexOf('/') + 1), up + trimmed(data), up + trimmed(profile));
    }

    private static String trimmed(String path) {
        return StringUtils.trimTrailingCharacter(StringUtils.trimLeadingCharacter(path, '/'), '/');
    }
}
