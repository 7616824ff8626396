package dev.gmp.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.StaleStateException;
import dev.gmp.process.cluster.StateStore.Saved;
import dev.gmp.spring.cluster.StateTable.InitializeSchema;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the store promises, on each database that it is made for. */
abstract class StateStoreContract {

    private static final int WRITERS = 8;
    private static final KeyedPid PID = new KeyedPid("order", "4711");

    private final DataSource dataSource;
    private final JdbcStateStore store;

    StateStoreContract(DataSource dataSource) {
        this.dataSource = dataSource;
        store = new JdbcStateStore(dataSource);
        StateTable.make(dataSource, JdbcStateStore.DEFAULT_TABLE, InitializeSchema.ALWAYS);
        // Applications do it at each start.
        StateTable.make(dataSource, JdbcStateStore.DEFAULT_TABLE, InitializeSchema.ALWAYS);
    }

    @BeforeEach
    void empty() {
        JdbcClient.create(dataSource).sql("delete from gmp_process_state").update();
    }

    @Test
    void manyNodesMayMakeTheTableAtOnce() throws Exception {
        CyclicBarrier together = new CyclicBarrier(WRITERS);
        atOnce(writer -> {
            for (int round = 0; round < 20; round++) {
                together.await();
                StateTable.make(dataSource, "made_at_once_" + round, InitializeSchema.ALWAYS);
            }
        });
        assertThat(new JdbcStateStore(dataSource, "made_at_once_19").load(PID)).isEmpty();
    }

    @Test
    void keepsWhatWasSavedLast() {
        byte[] random = new byte[2_000_000];
        new Random(1).nextBytes(random);

        assertThat(store.load(PID)).isEmpty();
        store.save(PID, 0, new byte[] {1});
        assertKept(1, new byte[] {1});
        store.save(PID, 1, random);
        assertKept(2, random);
        store.save(PID, 2, new byte[0]);
        assertKept(3, new byte[0]);
    }

    @Test
    void keepsTypesAndKeysApart() {
        List<KeyedPid> pids = List.of(
                PID,
                new KeyedPid("order", "4712"),
                new KeyedPid("Order", "4711"),
                new KeyedPid("invoice", "4711"),
                new KeyedPid("order", "ä'; drop table gmp_process_state; --"),
                new KeyedPid("order", "x".repeat(KeyedPid.MAX_KEY_LENGTH)));
        for (int i = 0; i < pids.size(); i++) {
            store.save(pids.get(i), 0, new byte[] {(byte) i});
        }
        for (int i = 0; i < pids.size(); i++) {
            assertThat(store.load(pids.get(i)).orElseThrow().state()).containsExactly(i);
        }
    }

    @Test
    void anOlderVersionChangesNothing() {
        assertStale(() -> store.save(PID, 1, new byte[] {9}));
        store.save(PID, 0, new byte[] {1});
        assertStale(() -> store.save(PID, 0, new byte[] {9}));
        store.save(PID, 1, new byte[] {2});
        assertStale(() -> store.save(PID, 1, new byte[] {9}));
        assertStale(() -> store.save(PID, 3, new byte[] {9}));
        assertKept(2, new byte[] {2});
    }

    /** The state counts the saves: a lost one would leave it behind its version. */
    @Test
    void ofManyWritersOneWinsEachVersion() throws Exception {
        Map<Long, Integer> winners = new ConcurrentHashMap<>();
        atOnce(writer -> {
            for (int saves = 0; saves < 40; ) {
                Saved seen = store.load(PID).orElse(new Saved(0, bytes(0)));
                long version = seen.version();
                try {
                    store.save(PID, version, bytes(count(seen) + 1));
                    assertThat(winners.put(version + 1, writer))
                            .as("winner of version %d", version + 1)
                            .isNull();
                    saves++;
                } catch (StaleStateException other) {
                    // Reads again.
                }
            }
        });

        Saved last = store.load(PID).orElseThrow();
        assertThat(last.version()).isEqualTo(WRITERS * 40L).isEqualTo(count(last));
        assertThat(winners.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, last.version()).boxed().toList());
    }

    @Test
    void ofManyFirstSavesOneWins() throws Exception {
        Map<String, Integer> winners = new ConcurrentHashMap<>();
        CyclicBarrier together = new CyclicBarrier(WRITERS);
        atOnce(writer -> {
            for (int i = 0; i < 25; i++) {
                KeyedPid pid = new KeyedPid("order", "first-" + i);
                together.await();
                race(winners, "save of " + pid, () -> store.save(pid, 0, bytes(1)));
            }
        });
        assertThat(winners)
                .hasSize(25)
                .allSatisfy((what, count) -> assertThat(count).as(what).isEqualTo(1));
    }

    /** Pools may be set so: {@code spring.datasource.hikari.auto-commit=false}. */
    @Test
    void savesOnConnectionsThatDoNotCommitByThemselves() {
        JdbcStateStore careful = new JdbcStateStore(new DelegatingDataSource(dataSource) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                connection.setAutoCommit(false);
                return connection;
            }
        });
        careful.save(PID, 0, new byte[] {1});
        careful.save(PID, 1, new byte[] {2});
        assertKept(2, new byte[] {2});
    }

    @Test
    void aTransactionOfTheCallerTakesNoSaveBack() {
        new TransactionTemplate(new JdbcTransactionManager(dataSource)).executeWithoutResult(status -> {
            store.save(PID, 0, new byte[] {1});
            status.setRollbackOnly();
        });
        assertKept(1, new byte[] {1});
    }

    private void assertKept(long version, byte[] state) {
        Saved kept = store.load(PID).orElseThrow();
        assertThat(kept.version()).isEqualTo(version);
        assertThat(kept.state()).isEqualTo(state);
    }

    private static void assertStale(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(StaleStateException.class).hasMessageContaining(PID.toString());
    }

    private static void race(Map<String, Integer> winners, String what, Runnable call) {
        try {
            call.run();
            winners.merge(what, 1, Integer::sum);
        } catch (StaleStateException other) {
            // Another has won.
        }
    }

    private static void atOnce(Writer writer) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Callable<Void>> calls = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                calls.add(() -> {
                    writer.write(number);
                    return null;
                });
            }
            for (Future<Void> each : threads.invokeAll(calls)) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static byte[] bytes(long count) {
        return ByteBuffer.allocate(Long.BYTES).putLong(count).array();
    }

    private static long count(Saved saved) {
        return ByteBuffer.wrap(saved.state()).getLong();
    }

    @FunctionalInterface
    private interface Writer {
        void write(int number) throws Exception;
    }
}
