package dev.gmp.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Semaphore;

/** Transactions that move money between accounts; each row is fought for by many goroutines. */
final class Transfers {

    static final int CALLS = 400;

    private static final int ACCOUNTS = 8;
    private static final int MOST_CONNECTIONS = 20;

    private final Source source;
    private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);

    Transfers(Source source) {
        this.source = source;
    }

    void createAccounts() throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.execute("create table account (id int primary key, balance int not null)");
            statement.execute("create table journal (call int primary key)");
            for (int id = 0; id < ACCOUNTS; id++) {
                statement.execute("insert into account values (%d, 1000)".formatted(id));
            }
        }
    }

    /** Moves one from an account to the next one, and notes it. @return the call's number, read back */
    int transfer(int call) throws Exception {
        connections.acquire();
        try (Connection connection = source.open()) {
            connection.setAutoCommit(false);
            int one = call % ACCOUNTS;
            int other = (call + 1) % ACCOUNTS;
            // in the order of their ids, lest two transactions wait for each other
            add(connection, Math.min(one, other), one < other ? -1 : 1);
            add(connection, Math.max(one, other), one < other ? 1 : -1);
            try (PreparedStatement note = connection.prepareStatement("insert into journal values (?)")) {
                note.setInt(1, call);
                note.executeUpdate();
            }
            connection.commit();
            return readBack(connection, call);
        } finally {
            connections.release();
        }
    }

    static int expected(int call) {
        return call;
    }

    /** No transaction was lost or done twice, and no money made. */
    void check() throws SQLException {
        try (Connection connection = source.open()) {
            assertThat(number(connection, "select count(*) from journal")).isEqualTo(CALLS);
            assertThat(number(connection, "select sum(balance) from account")).isEqualTo(1_000 * ACCOUNTS);
            // every account is as often the one as the other
            assertThat(number(connection, "select count(*) from account where balance = 1000"))
                    .isEqualTo(ACCOUNTS);
        }
    }

    private static void add(Connection connection, int account, int amount) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("update account set balance = balance + ? where id = ?")) {
            update.setInt(1, amount);
            update.setInt(2, account);
            assertThat(update.executeUpdate()).isOne();
        }
    }

    private static int readBack(Connection connection, int call) throws SQLException {
        int found = number(connection, "select call from journal where call = " + call);
        connection.commit();
        return found;
    }

    private static int number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            assertThat(result.next()).isTrue();
            return result.getInt(1);
        }
    }

    /** Opens a connection. */
    interface Source {
        Connection open() throws SQLException;
    }
}
