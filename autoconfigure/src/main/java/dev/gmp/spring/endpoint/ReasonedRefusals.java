package dev.gmp.spring.endpoint;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.MissingParametersException;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.invoke.ParameterMappingException;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;

/**
 * Boot answers a request that it, or an operation, refuses with status 400 and without the reason. On the web the endpoints
 * of this starter answer it with a {@link Problem}. Over JMX the exception says the reason already, and passes.
 *
 * @since 0.1
 */
public final class ReasonedRefusals implements OperationInvokerAdvisor {

    private static final Set<String> OWN = Set.of("gmp", "gmptrace", "gmprecorder", "gmpgoroutines", "gmpincidents");

    private static final Map<Class<?>, String> WORDS =
            Map.of(Integer.class, "a whole number", Boolean.class, "true or false", String.class, "a single text");

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!OWN.contains(endpoint.toLowerCaseString())) {
            return invoker;
        }
        return context -> {
            try {
                return invoker.invoke(context);
            } catch (InvalidEndpointRequestException refused) {
                if (!context.canResolve(WebServerNamespace.class)) {
                    throw refused; // not on the web
                }
                return RequestParameters.problem(reason(refused), WebEndpointResponse.STATUS_BAD_REQUEST);
            }
        };
    }

    /** Boot's own reasons name neither the parameter of a bad value nor what it should be. */
    private static String reason(InvalidEndpointRequestException refused) {
        if (refused instanceof MissingParametersException missing) {
            return missing.getMissingParameters().stream()
                            .map(OperationParameter::getName)
                            .sorted()
                            .collect(Collectors.joining(", "))
                    + " must be given";
        }
        if (refused instanceof ParameterMappingException wrong) {
            return mustBe(wrong.getParameter(), wrong.getValue());
        }
        return String.valueOf(refused.getReason());
    }

    private static String mustBe(OperationParameter parameter, @Nullable Object value) {
        Class<?> type = parameter.getType();
        return "%s must be %s, but was %s"
                .formatted(parameter.getName(), WORDS.getOrDefault(type, type.getSimpleName()), value);
    }
}
