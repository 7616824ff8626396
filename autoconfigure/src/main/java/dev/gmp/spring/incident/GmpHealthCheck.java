package dev.gmp.spring.incident;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Whether gmp's own health is down, that of the cluster too. It is cheap, unlike that of a database. The beans are looked up at
 * the first call, when all of them are there. For one thread.
 */
final class GmpHealthCheck implements GmpIncidentsAutoConfiguration.IncidentHealth {

    private static final List<String> NAMES = List.of(
            "gmpHealthContributor", "gmpHealthIndicator", "gmpClusterHealthContributor", "gmpClusterHealthIndicator");

    private final ListableBeanFactory beans;
    private @Nullable List<HealthIndicator> indicators;

    GmpHealthCheck(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public @Nullable String check() {
        if (indicators == null) {
            indicators = find();
        }
        for (HealthIndicator indicator : indicators) {
            Health health = indicator.health();
            if (health != null && health.getStatus().equals(Status.DOWN)) {
                return "health is down: " + health.getDetails();
            }
        }
        return null;
    }

    /** Of several schedulers the health is a composite; the watch sees their stalls itself. */
    private List<HealthIndicator> find() {
        List<HealthIndicator> found = new ArrayList<>();
        for (String name : NAMES) {
            if (beans.containsBean(name) && beans.getBean(name) instanceof HealthIndicator indicator) {
                found.add(indicator);
            }
        }
        return found;
    }
}
