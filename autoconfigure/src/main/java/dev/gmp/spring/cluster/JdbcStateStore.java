package dev.gmp.spring.cluster;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.StaleStateException;
import dev.gmp.process.cluster.StateStore;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps states in a table of a database: H2 and PostgreSQL are tested. The files {@code schema-h2.sql} and {@code
 * schema-postgresql.sql} beside this class create it, with the default name; an application with {@code
 * gmp.cluster.state.initialize-schema} has them run. A row is a state with its version.
 *
 * <p>Each save is a transaction of its own, also within a transaction of the caller. If it fails with
 * anything except {@link StaleStateException}, it may have been carried out all the same. Many threads use an object at
 * once.
 *
 * @since 0.2.0
 */
public final class JdbcStateStore implements StateStore {

    /** The default name of the table. */
    public static final String DEFAULT_TABLE = "gmp_process_state";

    /** The name becomes part of SQL. */
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_]\\w*(\\.[A-Za-z_]\\w*)?");

    private static final String THE_ROW = " where process_type = ? and process_key = ?";

    private final JdbcClient client;
    private final TransactionTemplate ownTransaction;
    private final String load;
    private final String insert;
    private final String update;

    /** A store in the table {@value #DEFAULT_TABLE}. */
    public JdbcStateStore(DataSource dataSource) {
        this(dataSource, DEFAULT_TABLE);
    }

    /**
     * A store in a table.
     *
     * @param table the name, or schema and name with a dot between; ASCII letters, digits and underscores
     * @throws InvalidSettingException if the name has other characters
     */
    public JdbcStateStore(DataSource dataSource, String table) {
        if (!TABLE.matcher(table).matches()) {
            throw new InvalidSettingException("table", "'" + table + "'", "letters, digits and underscores");
        }
        client = JdbcClient.create(dataSource);
        // A pool may give connections that commit nothing by themselves.
        ownTransaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        ownTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        load = "select version, state from " + table + THE_ROW;
        insert = "insert into " + table + " (process_type, process_key, version, state) values (?, ?, 1, ?)";
        update = "update " + table + " set version = version + 1, state = ?" + THE_ROW + " and version = ?";
    }

    @Override
    public Optional<Saved> load(KeyedPid pid) {
        return client.sql(load)
                .params(pid.type(), pid.key())
                .query((row, number) -> new Saved(row.getLong(1), row.getBytes(2)))
                .optional();
    }

    @Override
    public void save(KeyedPid pid, long replaced, byte[] state) {
        if (replaced == 0) {
            try {
                change(insert, pid.type(), pid.key(), state);
            } catch (DuplicateKeyException savedMeanwhile) {
                throw (StaleStateException) new StaleStateException(pid, replaced).initCause(savedMeanwhile);
            }
        } else if (change(update, state, pid.type(), pid.key(), replaced) == 0) {
            throw new StaleStateException(pid, replaced);
        }
    }

    /** @return how many rows it has changed */
    private int change(String sql, Object... parameters) {
        return ownTransaction.<Integer>execute(
                status -> client.sql(sql).params(parameters).update());
    }
}
