package dev.gmp.spring.task;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** ShedLock beside the task scheduler: of several applications on one database, one at a time runs a method. */
class ShedLockTests {

    private static final String TABLE = """
            create table shedlock (
                name varchar(64) primary key,
                lock_until timestamp(3) not null,
                locked_at timestamp(3) not null,
                locked_by varchar(255) not null)""";

    private final EmbeddedDatabase database = new EmbeddedDatabaseBuilder()
            .setType(EmbeddedDatabaseType.H2)
            .generateUniqueName(true)
            .build();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withPropertyValues("gmp.max-procs=2")
            .withBean(DataSource.class, () -> database, definition -> definition.setDestroyMethodName(""))
            .withUserConfiguration(Locked.class);

    @Test
    void oneOfTwoApplicationsRunsTheMethodAtATime() {
        JdbcClient jdbc = JdbcClient.create(database);
        jdbc.sql(TABLE).update();
        runner.run(first -> runner.run(second -> {
            Seen one = first.getBean(Seen.class);
            Seen other = second.getBean(Seen.class);
            await().until(() -> one.inside.get() + other.inside.get() == 1);
            Seen holder = one.inside.get() == 1 ? one : other;
            Seen waiting = holder == one ? other : one;
            int beats = waiting.beats.get();
            await().until(() -> waiting.beats.get() > beats + 20);
            assertThat(waiting.runs).hasValue(0);
            assertThat(holder.thread.get()).startsWith("gmp-default-");
            assertThat(jdbc.sql("select name from shedlock").query(String.class).list())
                    .containsExactly("report");

            holder.release.countDown();
            await().until(() -> waiting.runs.get() > 0);
            waiting.release.countDown();
        }));
        database.shutdown();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    @EnableSchedulerLock(defaultLockAtMostFor = "10m")
    static class Locked {

        @Bean
        LockProvider lockProvider(DataSource dataSource) {
            return new JdbcTemplateLockProvider(dataSource);
        }

        @Bean
        Seen seen() {
            return new Seen();
        }

        @Bean
        Job job(Seen seen) {
            return new Job(seen);
        }
    }

    static class Seen {

        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger beats = new AtomicInteger();
        private final CountDownLatch release = new CountDownLatch(1);
        private final AtomicReference<String> thread = new AtomicReference<>("");
    }

    static class Job {

        private final Seen seen;

        Job(Seen seen) {
            this.seen = seen;
        }

        @Scheduled(fixedDelay = 1)
        @SchedulerLock(name = "report")
        public void report() throws InterruptedException {
            seen.runs.incrementAndGet();
            seen.thread.set(Thread.currentThread().getName());
            seen.inside.incrementAndGet();
            seen.release.await();
            seen.inside.decrementAndGet();
        }

        /** Without a lock, in every application. */
        @Scheduled(fixedDelay = 1)
        public void beat() {
            seen.beats.incrementAndGet();
        }
    }
}
