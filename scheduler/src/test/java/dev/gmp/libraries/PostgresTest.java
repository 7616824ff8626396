package dev.gmp.libraries;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JDBC over a socket, with a real PostgreSQL where one is installed. */
@Timeout(120)
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

    @Test
    void aGoroutineThatWaitsForTheServerHoldsNoThread(@TempDir Path folder) throws Exception {
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                PostgresServer server = PostgresServer.start(folder)) {
            work.checkAll(
                    40,
                    number -> {
                        try (Connection connection = DriverManager.getConnection(server.url());
                                Statement statement = connection.createStatement();
                                ResultSet result =
                                        statement.executeQuery("select pg_sleep(0.2), %d".formatted(number))) {
                            result.next();
                            return result.getInt(2);
                        }
                    },
                    number -> number);
            work.checkThreads();
        }
    }

    private static boolean close(Connection connection) throws SQLException {
        connection.close();
        return connection.isClosed();
    }
}
