package dev.gmp.spring.cluster;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** With a real PostgreSQL where one is installed. */
class PostgresStateStoreTests extends StateStoreContract {

    @TempDir
    static Path folder;

    private static PostgresServer server;

    PostgresStateStoreTests() {
        super(server.dataSource());
    }

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }
}
