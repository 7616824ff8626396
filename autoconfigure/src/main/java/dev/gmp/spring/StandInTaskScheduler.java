package dev.gmp.spring;

import java.util.concurrent.ScheduledExecutorService;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/** Another task scheduler under one more name, which says so. */
class StandInTaskScheduler extends DelegatingTaskScheduler {

    private final StandInReport report;

    StandInTaskScheduler(String name, String description, TaskScheduler target) {
        this(name, description, target, () -> {});
    }

    private StandInTaskScheduler(String name, String description, TaskScheduler target, Runnable end) {
        super(target, end);
        this.report = new StandInReport(name, description);
    }

    /** As {@link DelegatingTaskScheduler#withThread}. */
    static StandInTaskScheduler standInWithThread(String name) {
        ScheduledExecutorService thread = thread(name);
        return new StandInTaskScheduler(name, "a thread", new ConcurrentTaskScheduler(thread), thread::shutdownNow);
    }

    @Override
    void used() {
        report.used();
    }
}
