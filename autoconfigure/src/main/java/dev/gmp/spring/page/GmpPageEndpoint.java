package dev.gmp.spring.page;

import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * A page that shows what the schedulers are doing, second by second. It is an endpoint, so that whatever guards the other
 * endpoints guards it. It reads the endpoints {@code gmp}, {@code gmpgoroutines}, {@code gmprecorder} and {@code
 * gmpincidents}, with the rights of the user that looks at it.
 *
 * <p>All that it refers to is on its own host, and nothing is inline: it works under the strictest content policy, which
 * {@link PageHeaders} sets.
 *
 * @since 0.1
 */
@WebEndpoint(id = "gmpui", defaultAccess = Access.READ_ONLY)
public final class GmpPageEndpoint {

    private final Supplier<PagePaths> paths;

    /** @param paths asked at each request: not before the first one all endpoints are known */
    GmpPageEndpoint(Supplier<PagePaths> paths) {
        this.paths = paths;
    }

    @ReadOperation(produces = PageFile.HTML)
    public WebEndpointResponse<String> page() {
        PagePaths now = paths.get();
        String html =
                PageFile.INDEX.text().replace("{{policy}}", PageHeaders.POLICY).replace("{{page}}", now.toFiles());
        for (Map.Entry<String, String> endpoint : now.toEndpoints().entrySet()) {
            html = html.replace("{{" + endpoint.getKey() + "}}", endpoint.getValue());
        }
        return new WebEndpointResponse<>(html, PageFile.INDEX.type());
    }

    /** A file that the page refers to, or "not found". */
    @ReadOperation(produces = {PageFile.CSS, PageFile.SCRIPT, PageFile.SVG})
    public WebEndpointResponse<String> file(@Selector String name) {
        return PageFile.named(name)
                .map(file -> new WebEndpointResponse<>(file.text(), file.type()))
                .orElseGet(() -> new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND));
    }
}
