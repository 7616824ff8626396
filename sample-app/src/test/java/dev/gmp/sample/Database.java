package dev.gmp.sample;

import java.nio.file.Path;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** A real H2 file with the application's schema. */
public final class Database {

    private Database() {}

    /** Opens the file, or makes it. The one connection stays open until the source is closed. */
    public static SingleConnectionDataSource open(Path folder) {
        String url = "jdbc:h2:file:" + folder.toAbsolutePath().resolve("statistics");
        SingleConnectionDataSource source = new SingleConnectionDataSource(url, "sa", "", true);
        new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(source);
        return source;
    }
}
