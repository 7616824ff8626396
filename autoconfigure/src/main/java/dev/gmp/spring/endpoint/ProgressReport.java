package dev.gmp.spring.endpoint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** What all sources say. One that fails is left out, and does not keep the others, or the schedulers, from being shown. */
final class ProgressReport {

    private static final Log LOG = LogFactory.getLog(ProgressReport.class);

    private final List<ProgressSource> sources;

    /** Their numbers. A page asks once a second, and a failure that lasts is logged once. */
    private final Set<Integer> failing = ConcurrentHashMap.newKeySet();

    ProgressReport(Collection<ProgressSource> sources) {
        this.sources = List.copyOf(sources);
    }

    /** In the order of the sources. */
    List<Progress> read() {
        List<Progress> all = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            all.addAll(read(i));
        }
        return all;
    }

    private List<Progress> read(int number) {
        ProgressSource source = sources.get(number);
        try {
            List<Progress> said = List.copyOf(source.progress());
            failing.remove(number);
            return said;
        } catch (Throwable failure) {
            if (failing.add(number)) {
                LOG.warn("The progress of " + source.getClass().getName() + " is not shown while it fails", failure);
            }
            return List.of();
        }
    }
}
