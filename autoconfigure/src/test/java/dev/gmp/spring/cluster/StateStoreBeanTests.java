package dev.gmp.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.KeyedContext;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.SaveState;
import dev.gmp.process.cluster.StateStore;
import dev.gmp.spring.cluster.Account.Balance;
import dev.gmp.spring.cluster.Account.Deposit;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

/** Where states of keyed processes are kept. */
class StateStoreBeanTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final EmbeddedDatabase database = new EmbeddedDatabaseBuilder()
            .setType(EmbeddedDatabaseType.H2)
            .generateUniqueName(true)
            .build();

    private final ApplicationContextRunner node = Node.first()
            .withBean(DataSource.class, () -> database, definition -> definition.setDestroyMethodName(""))
            .withUserConfiguration(Savings.class);

    @Test
    void theyAreInTheApplicationsDatabaseAndOutliveIt() {
        for (int total = 5; total <= 10; total += 5) {
            int expected = total;
            node.run(context -> {
                assertThat(context).hasSingleBean(JdbcStateStore.class);
                assertThat(context.getBean(Cluster.class)
                                .process("savings", "mine")
                                .ask(new Deposit(5), Balance.class, PATIENCE))
                        .succeedsWithin(PATIENCE)
                        .extracting(Balance::amount)
                        .isEqualTo(expected);
            });
        }
        database.shutdown();
    }

    @Test
    void theApplicationMayMakeTheTableItself() {
        node.withPropertyValues("gmp.cluster.state.initialize-schema=never")
                .run(context -> assertThatThrownBy(
                                () -> context.getBean(JdbcStateStore.class).load(new KeyedPid("savings", "mine")))
                        .isInstanceOf(BadSqlGrammarException.class));
    }

    /** One that cannot be asked is none in memory. */
    @Test
    void aDatabaseThatIsAwayStopsNoStart() {
        DataSource away = Mockito.mock();
        Node.first()
                .withBean(DataSource.class, () -> away)
                .run(context -> assertThat(context).hasNotFailed());
        Node.first()
                .withBean(DataSource.class, () -> away)
                .withPropertyValues("gmp.cluster.state.initialize-schema=always")
                .run(context ->
                        assertThat(context).getFailure().hasStackTraceContaining("The table of states cannot be made"));
    }

    @Test
    void aTableThatIsNoPlainNameIsRefused() {
        node.withPropertyValues("gmp.cluster.state.table=a b")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("gmp.cluster.state.table")
                        .hasStackTraceContaining("letters, digits and underscores"));
    }

    @Test
    void anotherStoreTakesThePlaceOfTheDatabase() {
        StateStore own = Mockito.mock();
        node.withBean(StateStore.class, () -> own)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(JdbcStateStore.class));
    }

    /** Answers with its sum when that is stored. */
    static final class Saving implements Process {

        private KeyedContext context;
        private int balance;
        private Pid asking;

        @Override
        public void init(ProcessContext given, String method, Object key) {
            context = (KeyedContext) given;
            balance = context.savedState(Integer.class).orElse(0);
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            for (Event event : events) {
                if (event instanceof Event.Message message && message.data() instanceof Deposit deposit) {
                    balance += deposit.amount();
                    asking = message.sender();
                    out.yield(new SaveState(balance));
                } else if (event instanceof Event.YieldComplete) {
                    context.send(asking, new Balance(context.key(), balance, ""));
                } else if (event instanceof Event.Cancel) {
                    out.done(null);
                }
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Savings {

        @Bean
        @Scope("prototype")
        @Keyed(state = Integer.class)
        Saving savings() {
            return new Saving();
        }
    }
}
