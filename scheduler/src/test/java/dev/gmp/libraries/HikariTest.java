package dev.gmp.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import dev.gmp.GmpScheduler;
import dev.gmp.observe.ProcessorLoss;
import dev.gmp.observe.ProcessorLoss.Kind;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A connection pool whose threads yield in a loop while one is on its way to take what they give back. */
class HikariTest {

    private static final int CONNECTIONS = 4;
    private static final int CALLS = 2_000;

    /** More than processors. */
    private static final int GIVING_BACK = 8;

    @Test
    void everyCallGetsAConnection() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:pool");
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(TimeUnit.SECONDS.toMillis(60));
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                HikariDataSource pool = new HikariDataSource(config)) {
            work.warmUp(call -> select(pool, call));
            work.checkAll(CALLS, call -> select(pool, call), call -> call);
            work.checkThreads();
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    /**
     * All of them are in {@code requite}, which yields until the one that waits takes an entry, and that one waits for a
     * goroutine that comes later (<a href="https://github.com/brettwooldridge/HikariCP/issues/2398">issue 2398</a>).
     */
    @Test
    void whatEndsTheWaitOfThoseThatGiveBackRuns() throws Exception {
        CountDownLatch mayTake = new CountDownLatch(1);
        CountDownLatch haveOne = new CountDownLatch(GIVING_BACK);
        CountDownLatch giveBack = new CountDownLatch(1);
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                ConcurrentBag<Entry> bag = new ConcurrentBag<>(waiting -> Latches.await(mayTake))) {
            GmpScheduler scheduler = work.scheduler();
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < GIVING_BACK; i++) {
                bag.add(new Entry());
                all.add(scheduler.submit(() -> {
                    Entry entry = bag.borrow(60, TimeUnit.SECONDS);
                    haveOne.countDown();
                    giveBack.await();
                    bag.requite(entry);
                    return null;
                }));
            }
            haveOne.await();
            Future<Entry> taken = scheduler.submit(() -> bag.borrow(60, TimeUnit.SECONDS));
            Schedulers.await(scheduler, now -> bag.getWaitingThreadCount() == 1);
            giveBack.countDown();
            Schedulers.await(scheduler, now -> now.recentLosses().stream().anyMatch(HikariTest::isGivingBack));

            scheduler.execute(mayTake::countDown);
            assertThat(taken.get()).isNotNull();
            for (Future<?> each : all) {
                each.get();
            }
        }
    }

    private static boolean isGivingBack(ProcessorLoss loss) {
        return loss.kind() == Kind.YIELDS
                && loss.stack().stream()
                        .anyMatch(frame -> frame.getClassName().equals(ConcurrentBag.class.getName())
                                && frame.getMethodName().equals("requite"));
    }

    private static int select(HikariDataSource pool, int call) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select " + call)) {
            assertThat(result.next()).isTrue();
            return result.getInt(1);
        }
    }

    private static final class Entry implements IConcurrentBagEntry {

        private final AtomicInteger state = new AtomicInteger();

        @Override
        public boolean compareAndSet(int expected, int next) {
            return state.compareAndSet(expected, next);
        }

        @Override
        public void setState(int next) {
            state.set(next);
        }

        @Override
        public int getState() {
            return state.get();
        }
    }
}
