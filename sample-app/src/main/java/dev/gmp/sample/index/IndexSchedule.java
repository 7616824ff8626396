package dev.gmp.sample.index;

import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.source.InvalidSourceException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.config.ScheduledTask;
import org.springframework.scheduling.config.ScheduledTaskHolder;
import org.springframework.stereotype.Component;

/** Indexes again from time to time what is indexed, so that searches find what has changed on the disk. */
@Component
public class IndexSchedule {

    private static final Logger log = LoggerFactory.getLogger(IndexSchedule.class);

    private static final String INTERVAL = "${sample.index.reindex-interval}";

    private final IndexService service;
    private final CurrentCorpus current;
    private final ObjectProvider<ScheduledTaskHolder> tasks;

    IndexSchedule(IndexService service, CurrentCorpus current, ObjectProvider<ScheduledTaskHolder> tasks) {
        this.service = service;
        this.current = current;
        this.tasks = tasks;
    }

    /** Does nothing while nothing is indexed, or a run is under way. If the source is gone, the index stays as it is. */
    @Scheduled(initialDelayString = INTERVAL, fixedDelayString = INTERVAL)
    void reindex() {
        if (current.get().isEmpty()) {
            return;
        }
        try {
            service.start(null);
        } catch (IndexRunningException e) {
            log.debug("Not indexed again, because a run is under way.");
        } catch (InvalidSourceException e) {
            log.warn("Not indexed again. {}", e.getMessage());
        }
    }

    /** When {@link #reindex} is due. Empty while it runs. */
    public Optional<Instant> nextRun() {
        return tasks.stream()
                .flatMap(holder -> holder.getScheduledTasks().stream())
                .filter(task -> task.toString().equals(getClass().getName() + ".reindex"))
                .map(ScheduledTask::nextExecution)
                .filter(Objects::nonNull)
                .findFirst();
    }
}
