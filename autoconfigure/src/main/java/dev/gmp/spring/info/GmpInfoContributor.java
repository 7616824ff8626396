package dev.gmp.spring.info;

import dev.gmp.GmpScheduler;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Below {@code gmp}: the version, the JVM, and why each scheduler is as it is. */
final class GmpInfoContributor implements InfoContributor {

    private final List<GmpScheduler> schedulers;

    GmpInfoContributor(Collection<GmpScheduler> schedulers) {
        this.schedulers = List.copyOf(schedulers);
    }

    @Override
    public void contribute(Info.Builder builder) {
        Map<String, Object> byName = new TreeMap<>();
        schedulers.forEach(each -> byName.putIfAbsent(each.name(), describe(each)));
        Map<String, Object> gmp = new LinkedHashMap<>();
        gmp.put("version", GmpScheduler.version());
        gmp.put("java", Runtime.version().toString());
        gmp.put("schedulers", byName);
        builder.withDetail("gmp", gmp);
    }

    private static Map<String, Object> describe(GmpScheduler scheduler) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("goroutines", scheduler.goroutines().name().toLowerCase(Locale.ROOT));
        details.put("goroutinesBecause", scheduler.goroutinesReason());
        details.put("procs", scheduler.maxProcs());
        details.put("procsBecause", scheduler.maxProcsReason());
        return details;
    }
}
