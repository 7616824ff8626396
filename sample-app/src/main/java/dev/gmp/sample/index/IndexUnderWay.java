package dev.gmp.sample.index;

import dev.gmp.spring.endpoint.Progress;
import dev.gmp.spring.endpoint.ProgressSource;
import java.util.List;
import org.springframework.stereotype.Component;

/** Shows on the scheduler's page how many files of an index run are read. */
@Component
class IndexUnderWay implements ProgressSource {

    private final IndexService index;

    IndexUnderWay(IndexService index) {
        this.index = index;
    }

    @Override
    public List<Progress> progress() {
        return index.latest().filter(run -> !run.state().hasEnded()).map(IndexUnderWay::of).stream()
                .toList();
    }

    /** How many files there are is known once they are listed. */
    private static Progress of(IndexProgress run) {
        Long total = run.state() == IndexState.LISTING ? null : Long.valueOf(run.found());
        return new Progress("Indexing " + run.source(), run.done(), total, "files");
    }
}
