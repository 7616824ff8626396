package dev.gmp.spring.endpoint;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.util.MimeTypeUtils;

/**
 * On the web the endpoint speaks schedtrace, too, to a client that asks for {@code text/plain}, and says what is wrong with a
 * request: by itself Boot answers a bad one without the reason.
 *
 * @since 0.1
 */
@EndpointWebExtension(endpoint = GmpEndpoint.class)
public final class GmpEndpointWebExtension {

    private final GmpEndpoint endpoint;

    private final GmpEndpointProperties properties;

    GmpEndpointWebExtension(GmpEndpoint endpoint, GmpEndpointProperties properties) {
        this.endpoint = endpoint;
        this.properties = properties;
    }

    /**
     * In place of the endpoint's own operation.
     *
     * @param offset machines to leave out at the beginning; 0 if null
     * @param limit machines to show at the most
     * @param stacks whether to show what each of them is doing
     */
    @ReadOperation
    public WebEndpointResponse<Object> schedulers(
            SecurityContext security, @Nullable Integer offset, @Nullable Integer limit, @Nullable Boolean stacks) {
        return found(() -> endpoint.schedulers(MachinePage.of(offset, limit, stacks), mayShowStacks(security)));
    }

    /** In place of the endpoint's own operation. */
    @ReadOperation
    public WebEndpointResponse<Object> scheduler(
            SecurityContext security,
            @Selector String name,
            @Nullable Integer offset,
            @Nullable Integer limit,
            @Nullable Boolean stacks) {
        return found(() -> endpoint.scheduler(name, MachinePage.of(offset, limit, stacks), mayShowStacks(security)));
    }

    /** Beside the endpoint's own operation, which makes JSON, on the same path. */
    @ReadOperation(produces = MimeTypeUtils.TEXT_PLAIN_VALUE)
    public String schedtrace() {
        return endpoint.schedtrace();
    }

    /** In place of the endpoint's own operation. */
    @WriteOperation
    public WebEndpointResponse<Problem> configure(String maxProcs) {
        return answer(() -> endpoint.configure(maxProcs));
    }

    /** In place of the endpoint's own operation. */
    @WriteOperation
    public WebEndpointResponse<Problem> configureScheduler(@Selector String name, String maxProcs) {
        return endpoint.has(name)
                ? answer(() -> endpoint.configureScheduler(name, maxProcs))
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private boolean mayShowStacks(SecurityContext security) {
        return properties.showStacks().isShown(security, properties.roles());
    }

    private static WebEndpointResponse<Object> found(Supplier<@Nullable Object> operation) {
        try {
            Object result = operation.get();
            return result == null
                    ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                    : new WebEndpointResponse<>(result);
        } catch (InvalidEndpointRequestException e) {
            return new WebEndpointResponse<>(
                    new Problem(String.valueOf(e.getReason())), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
    }

    private static WebEndpointResponse<Problem> answer(Runnable change) {
        try {
            change.run();
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
        } catch (InvalidEndpointRequestException e) {
            return new WebEndpointResponse<>(
                    new Problem(String.valueOf(e.getReason())), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
    }

    /** @param message what is wrong with the request */
    public record Problem(String message) implements OperationResponseBody {}
}
