package dev.gmp.spring.it.context;

import dev.gmp.spring.it.Whereabouts;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** What a thread knows about the request that it works for. */
record CarriedContext(
        @Nullable String trace,
        @Nullable String mdc,
        @Nullable String user,
        @Nullable String tenant,
        String on) {

    /** A thread-local of the application's own, which a task decorator of its own carries. */
    static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    static CarriedContext here(Tracer tracer) {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return new CarriedContext(
                tracer.currentSpan() == null
                        ? null
                        : tracer.currentSpan().context().traceId(),
                MDC.get("order"),
                authentication == null ? null : authentication.getName(),
                TENANT.get(),
                Whereabouts.here());
    }

    /** Does something inside an observation, with all the rest set, and takes everything away again. */
    static <T> T within(ObservationRegistry observations, Call<T> call) throws Exception {
        MDC.put("order", "4711");
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("anna", "secret"));
        TENANT.set("north");
        try {
            return Observation.createNotStarted("order", observations).observeChecked(call::call);
        } finally {
            TENANT.remove();
            SecurityContextHolder.clearContext();
            MDC.remove("order");
        }
    }

    CarriedContext on(String place) {
        return new CarriedContext(trace, mdc, user, tenant, place);
    }

    interface Call<T> {
        T call() throws Exception;
    }
}
