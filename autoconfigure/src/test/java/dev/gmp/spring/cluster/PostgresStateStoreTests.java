package dev.gmp.spring.cluster;

import java.nio.file.Path;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGConnectionPoolDataSource;

/** With a real PostgreSQL where one is installed. */
class PostgresStateStoreTests extends StateStoreContract {

    @TempDir
    static Path folder;

    private static PostgresServer server;

    /** Kept, as an application keeps them: the server has a process for each. */
    private static JdbcConnectionPool connections;

    PostgresStateStoreTests() {
        super(connections);
    }

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start(folder);
        PGConnectionPoolDataSource source = new PGConnectionPoolDataSource();
        source.setURL(server.url());
        connections = JdbcConnectionPool.create(source);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            connections.dispose();
            server.close();
        }
    }
}
