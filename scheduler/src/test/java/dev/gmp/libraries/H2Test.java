package dev.gmp.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;

/** JDBC with an engine in the same JVM: its own locks and threads meet the goroutines. */
class H2Test {

    private static final String URL = "jdbc:h2:mem:goroutines;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";

    @Test
    void everyTransactionIsDoneOnce() throws Exception {
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                Connection keeper = DriverManager.getConnection(URL)) {
            Transfers transfers = new Transfers(() -> DriverManager.getConnection(URL));
            transfers.createAccounts();
            work.checkAll(Transfers.CALLS, transfers::transfer, Transfers::expected);
            transfers.check();
            work.checkThreads();
            assertThat(keeper.isValid(1)).isTrue();
        }
    }
}
