package dev.gmp.sample.index;

import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.ExtensionSummary;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The statistics of the last index runs, in the database. */
@Repository
public class IndexHistory {

    private static final int RUNS_KEPT = 1_000;

    private static final String END = """
            update index_run
            set state = :state, took_millis = :took, files = :files, skipped_files = :skipped,
                byte_count = :bytes, goroutines = :goroutines, failure = :failure
            where id = :id""";

    private static final String EXTENSIONS = """
            select extension, files, line_count as lines, byte_count as bytes
            from index_run_extension
            where run_id = ?
            order by byte_count desc, extension""";

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    IndexHistory(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
        jdbc.sql("update index_run set state = 'LOST' where state = 'RUNNING'").update();
    }

    /** Notes that a run begins. Returns its number. */
    @Transactional
    public long started(String source, Instant at) {
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        jdbc.sql("insert into index_run (source, state, started_at) values (:source, 'RUNNING', :at)")
                .param("source", source)
                .param("at", at)
                .update(key, "id");
        long id = Objects.requireNonNull(key.getKey()).longValue();
        jdbc.sql("delete from index_run where id <= ?").param(id - RUNS_KEPT).update();
        return id;
    }

    /** Notes that a run has made a corpus, and what is in it. */
    @Transactional
    public void indexed(IndexProgress run, Corpus corpus) {
        ended(run, IndexState.READY, null);
        jdbc.sql("update index_run set line_count = ? where id = ?")
                .params(corpus.summary().lines(), run.id())
                .update();
        List<Object[]> rows = corpus.extensions().stream()
                .map(e -> new Object[] {run.id(), e.extension(), e.files(), e.lines(), e.bytes()})
                .toList();
        batches.batchUpdate("insert into index_run_extension values (?, ?, ?, ?, ?)", rows);
    }

    /** Notes that a run has ended. */
    @Transactional
    public void ended(IndexProgress run, IndexState state, @Nullable String failure) {
        long skipped =
                run.skipped().values().stream().mapToLong(Long::longValue).sum();
        jdbc.sql(END)
                .param("state", state.name())
                .param("took", run.tookMillis())
                .param("files", run.done() - skipped)
                .param("skipped", skipped)
                .param("bytes", run.bytes())
                .param("goroutines", run.goroutines())
                .param("failure", failure)
                .param("id", run.id())
                .update();
    }

    /** The last runs, the newest first. */
    @Transactional(readOnly = true)
    public List<IndexRecord> last(int count) {
        return jdbc
                .sql("select * from index_run order by id desc limit ?")
                .param(count)
                .query(IndexRecord.class)
                .stream()
                .map(Objects::requireNonNull)
                .toList();
    }

    /** What a run found of each file name extension, the one with the most bytes first. Empty for an unknown run. */
    @Transactional(readOnly = true)
    public List<ExtensionSummary> extensionsOf(long run) {
        return jdbc.sql(EXTENSIONS).param(run).query(ExtensionSummary.class).stream()
                .map(Objects::requireNonNull)
                .toList();
    }
}
