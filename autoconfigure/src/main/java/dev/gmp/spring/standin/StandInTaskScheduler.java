package dev.gmp.spring.standin;

import dev.gmp.spring.bean.DelegatingTaskScheduler;
import org.springframework.scheduling.TaskScheduler;

/** Another task scheduler under one more name, which says so. */
class StandInTaskScheduler extends DelegatingTaskScheduler {

    private final StandInReport report;

    StandInTaskScheduler(String name, String description, TaskScheduler target) {
        super(target);
        this.report = new StandInReport(name, description);
    }

    /** With a thread of its own. */
    StandInTaskScheduler(String name) {
        super(name);
        this.report = new StandInReport(name, "a thread");
    }

    @Override
    protected void used() {
        report.used();
    }
}
