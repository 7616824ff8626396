package dev.gmp.spring.page;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.util.StringUtils;

/**
 * What the page calls its neighbours: relative references, so that they hold behind proxies, context paths and management
 * ports that change what stands before them. Endpoints can be mapped to other names, even to several segments.
 *
 * @param toFiles the folder of the page's files, seen from the page
 * @param toEndpoints the endpoints that the page reads, by id, seen from the page
 */
record PagePaths(String toFiles, Map<String, String> toEndpoints) {

    private static final List<String> READ = List.of("gmp", "gmpgoroutines", "gmprecorder", "gmpincidents");

    static PagePaths of(PathMappedEndpoints endpoints) {
        return between(
                rootOf(endpoints, "gmpui"),
                READ.stream().collect(Collectors.toMap(Function.identity(), id -> rootOf(endpoints, id))));
    }

    /** The page says so when nothing answers there, because the endpoint is not exposed. */
    private static String rootOf(PathMappedEndpoints endpoints, String id) {
        return Objects.requireNonNullElse(endpoints.getRootPath(EndpointId.of(id)), id);
    }

    /** All paths are below the same folder. A slash at either end means nothing, as in Boot. */
    static PagePaths between(String page, Map<String, String> endpoints) {
        String shown = trimmed(page);
        String up = "../".repeat(StringUtils.countOccurrencesOf(shown, "/"));
        return new PagePaths(
                shown.substring(shown.lastIndexOf('/') + 1),
                endpoints.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, each -> up + trimmed(each.getValue()))));
    }

    private static String trimmed(String path) {
        return StringUtils.trimTrailingCharacter(StringUtils.trimLeadingCharacter(path, '/'), '/');
    }
}
