package dev.gmp.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JDBC over a socket, with a real PostgreSQL where one is installed. */
@Tag("long")
class PostgresTest {

    @Test
    void everyTransactionIsDoneOnce(@TempDir Path folder) throws Exception {
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                PostgresServer server = PostgresServer.start(folder)) {
            Transfers transfers = new Transfers(() -> DriverManager.getConnection(server.url()));
            work.warmUp(number -> close(DriverManager.getConnection(server.url())));
            transfers.createAccounts();
            work.checkAll(Transfers.CALLS, transfers::transfer, Transfers::expected);
            transfers.check();
            work.checkThreads();
        }
    }

    /** All of them wait at the server at the same time, though there are not nearly so many machines. */
    @Test
    void aGoroutineThatWaitsForTheServerHoldsNoThread(@TempDir Path folder) throws Exception {
        assumeTrue(GoroutinesAtWork.isUnpinned(), "this JDK pins threads that wait inside a monitor");
        int calls = 40;
        try (GoroutinesAtWork work = new GoroutinesAtWork(8);
                PostgresServer server = PostgresServer.start(folder);
                Connection holder = DriverManager.getConnection(server.url());
                Statement lock = holder.createStatement()) {
            lock.execute("select pg_advisory_lock(1)");
            List<Future<Boolean>> waiting = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                waiting.add(work.scheduler().submit(() -> {
                    try (Connection connection = DriverManager.getConnection(server.url());
                            Statement statement = connection.createStatement()) {
                        return statement.execute("select pg_advisory_lock_shared(1)");
                    }
                }));
            }
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> count(lock, "select count(*) from pg_locks where not granted") == calls);

            assertThat(work.scheduler().snapshot().machineCounts().total()).isLessThanOrEqualTo(8);
            lock.execute("select pg_advisory_unlock(1)");
            for (Future<Boolean> each : waiting) {
                assertThat(each.get()).isTrue();
            }
        }
    }

    private static int count(Statement statement, String query) throws SQLException {
        try (ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getInt(1);
        }
    }

    private static boolean close(Connection connection) throws SQLException {
        connection.close();
        return connection.isClosed();
    }
}
