package dev.gmp.spring.standin;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Says once what stands in for what is asked for by a name, when it is used: beans are made also where they are only counted. */
final class StandInReport {

    private static final Log LOG = LogFactory.getLog(StandInReport.class);

    private final String name;
    private final String description;
    private final AtomicBoolean told = new AtomicBoolean();

    StandInReport(String name, String description) {
        this.name = name;
        this.description = description;
    }

    void used() {
        if (!told.get() && told.compareAndSet(false, true)) {
            LOG.warn("gmp.mode is off: what is asked for as '%s' is %s, without a limit or processors of its own"
                    .formatted(name, description));
        }
    }
}
