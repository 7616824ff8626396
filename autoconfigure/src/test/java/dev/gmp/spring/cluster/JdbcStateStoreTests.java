package dev.gmp.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.spring.cluster.StateTable.InitializeSchema;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

class JdbcStateStoreTests extends StateStoreContract {

    private static final DataSource H2 = h2();

    JdbcStateStoreTests() {
        super(H2);
    }

    @Test
    void theTableMayHaveAnotherName() {
        JdbcClient client = JdbcClient.create(H2);
        client.sql("create schema if not exists shop").update();
        StateTable.make(H2, "shop.States_2", InitializeSchema.EMBEDDED);
        JdbcStateStore store = new JdbcStateStore(H2, "shop.States_2");
        KeyedPid pid = new KeyedPid("order", "1");
        store.save(pid, 0, new byte[] {1});

        assertThat(store.load(pid)).isPresent();
        assertThat(new JdbcStateStore(H2).load(pid)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a;b", "a--", "a.b.c", ".a", "a.", "1a", "\"a\"", "a\n", "ä"})
    void aTableThatIsNoPlainNameIsRefused(String table) {
        assertThatThrownBy(() -> new JdbcStateStore(H2, table))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("table must be");
    }

    private static DataSource h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:states;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=100000");
        return source;
    }
}
