package dev.gmp.spring.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.datasource.init.ScriptException;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** Makes the table of {@link JdbcStateStore}, by the script for the database. */
final class StateTable {

    /** When it is made. */
    enum InitializeSchema {

        /** At each start, if it is not there. */
        ALWAYS,

        /** Only in a database in memory. */
        EMBEDDED,

        /** The application makes it. */
        NEVER
    }

    private record Database(String product, String url) {}

    private StateTable() {}

    /** @throws InvalidConfigurationPropertyValueException if there is no script for the database */
    static void make(DataSource dataSource, String table, InitializeSchema when) {
        Database database = when == InitializeSchema.NEVER ? null : databaseOf(dataSource, when);
        if (database != null && (when == InitializeSchema.ALWAYS || database.url.startsWith("jdbc:h2:mem:"))) {
            ResourceDatabasePopulator script = new ResourceDatabasePopulator(script(database.product, table));
            try {
                script.execute(dataSource);
            } catch (ScriptException raced) { // another node may have made it at the same time
                script.execute(dataSource);
            }
        }
    }

    private static @Nullable Database databaseOf(DataSource dataSource, InitializeSchema when) {
        try {
            return JdbcUtils.extractDatabaseMetaData(dataSource, StateTable::database);
        } catch (MetaDataAccessException e) {
            if (when == InitializeSchema.EMBEDDED) {
                return null; // one in memory would have answered
            }
            throw new IllegalStateException("The table of states cannot be made", e);
        }
    }

    private static Database database(DatabaseMetaData data) throws SQLException {
        return new Database(data.getDatabaseProductName(), String.valueOf(data.getURL()));
    }

    private static ByteArrayResource script(String product, String table) {
        ClassPathResource script =
                new ClassPathResource("schema-%s.sql".formatted(product.toLowerCase(Locale.ROOT)), StateTable.class);
        if (!script.exists()) {
            throw new InvalidConfigurationPropertyValueException(
                    GmpClusterProperties.PREFIX + ".state.initialize-schema",
                    "always",
                    "must be never with %s: there are scripts for H2 and PostgreSQL".formatted(product));
        }
        try {
            String text = script.getContentAsString(StandardCharsets.UTF_8);
            return new ByteArrayResource(
                    text.replace(JdbcStateStore.DEFAULT_TABLE, table).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
