package dev.gmp.spring.endpoint;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.observe.leak.LeakSuspect;
import dev.gmp.observe.profile.GoroutineProfile;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * What every goroutine of a scheduler is doing, those too that wait: grouped by their stacks, as JSON, as text or as folded
 * stacks. JSON and text also have the groups that seem to be forgotten, and the deadlocks. Reading stacks costs time, so no user may do it unless {@code management.endpoint.gmpgoroutines.access} says so.
 *
 * @since 0.2.0
 */
@WebEndpoint(id = "gmpgoroutines", defaultAccess = Access.NONE)
public final class GmpGoroutinesEndpoint {

    static final int LONGEST_MILLIS = 10_000;
    private static final int DEFAULT_MILLIS = 100;
    private static final int DEFAULT_GROUPS = 200;

    private final List<GmpScheduler> schedulers;
    private final GmpEndpointProperties properties;

    GmpGoroutinesEndpoint(Collection<GmpScheduler> schedulers, GmpEndpointProperties properties) {
        this.schedulers = List.copyOf(schedulers);
        this.properties = properties;
    }

    /**
     * Reads a profile.
     *
     * @param accepted what the client accepts, if {@code format} is null. A required parameter keeps Boot from caching answers
     * @param format {@code json}, {@code text} or {@code folded}
     * @param scheduler its name; may be null if there is only one
     * @param budget milliseconds that the profile may take, 1 to {@value #LONGEST_MILLIS}; 100 if null. The search for deadlocks
     *     takes up to 100 more
     * @param limit groups of the JSON, 1 to {@value GoroutineProfile#MOST_GROUPS}; 200 if null
     * @throws InvalidEndpointRequestException with the reason, if one of them is out of range, or if folded stacks are asked for
     *     and stacks must not be shown
     */
    @ReadOperation(producesFrom = ProfileFormat.class)
    public WebEndpointResponse<Object> profile(
            SecurityContext security,
            ProfileFormat accepted,
            @Nullable String format,
            @Nullable String scheduler,
            @Nullable Integer budget,
            @Nullable Integer limit) {
        ProfileFormat chosen = chosen(format, accepted);
        int millis = RequestParameters.between("budget", budget, DEFAULT_MILLIS, 1, LONGEST_MILLIS);
        int most = RequestParameters.between("limit", limit, DEFAULT_GROUPS, 1, GoroutineProfile.MOST_GROUPS);
        boolean stacksAllowed = properties.mayShowStacks(security);
        if (chosen == ProfileFormat.FOLDED && !stacksAllowed) {
            throw RequestParameters.bad(
                    "format=folded shows stacks, which management.endpoint.gmp.show-stacks hides from this user");
        }
        GmpScheduler asked = RequestParameters.scheduler(schedulers, scheduler);
        GoroutineProfile profile = asked.goroutineProfile(Duration.ofMillis(millis));
        Object body = switch (chosen) {
            case JSON -> ProfileDescriptor.of(profile, asked.leakSuspects(), asked.deadlocks(), most, stacksAllowed);
            case TEXT -> text(profile, asked.leakSuspects(), asked.deadlocks(), stacksAllowed);
            case FOLDED -> profile.toFoldedStacks();
        };
        return new WebEndpointResponse<>(body, chosen.getProducedMimeType());
    }

    private static String text(
            GoroutineProfile profile, List<LeakSuspect> suspects, DeadlockReport deadlocks, boolean stacks) {
        StringBuilder text = new StringBuilder(profile.toText(stacks));
        text.append('\n').append(deadlocks.toText(stacks));
        suspects.forEach(each -> text.append(each.toText(stacks)).append('\n'));
        return text.toString();
    }

    /** Boot passes null for {@code accepted} if the request's {@code Accept} header is empty. */
    private static ProfileFormat chosen(@Nullable String format, @Nullable ProfileFormat accepted) {
        if (format == null) {
            return accepted == null ? ProfileFormat.JSON : accepted;
        }
        try {
            return ProfileFormat.valueOf(format.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw RequestParameters.bad("format must be json, text or folded, but was " + format);
        }
    }
}
