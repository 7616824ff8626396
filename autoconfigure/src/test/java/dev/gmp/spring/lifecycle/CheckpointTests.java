package dev.gmp.spring.lifecycle;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.net.NetConnection;
import dev.gmp.net.NetListener;
import dev.gmp.spring.GmpAutoConfiguration;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * What a checkpoint of the JVM (CRaC) asks for, which Spring stops its contexts before: no file, selector or socket of the
 * starter's is open. After the start everything works again.
 */
@EnabledOnOs(OS.LINUX)
@EnabledForJreRange(min = JRE.JAVA_21) // for the network
class CheckpointTests {

    private final List<String> before;

    /** Without what the JDK keeps open once it has used channels and virtual threads. */
    CheckpointTests() throws Exception {
        ServerSocketChannel.open().close();
        try (GmpScheduler scheduler =
                GmpScheduler.builder().goroutines(GoroutineMode.VIRTUAL).build()) {
            scheduler.submit(() -> {}).get(100, TimeUnit.SECONDS);
        }
        before = opened();
    }

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withPropertyValues("gmp.schedulers.orders.max-goroutines=2", "gmp.schedulers.batch.max-procs=1");

    /** The two ways in which Spring stops a context that is to go on. */
    enum Way {
        STOP(ConfigurableApplicationContext::stop, ConfigurableApplicationContext::start),
        PAUSE(ConfigurableApplicationContext::pause, ConfigurableApplicationContext::restart);

        final Consumer<ConfigurableApplicationContext> stop;
        final Consumer<ConfigurableApplicationContext> start;

        Way(Consumer<ConfigurableApplicationContext> stop, Consumer<ConfigurableApplicationContext> start) {
            this.stop = stop;
            this.start = start;
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsOpenAfterTheStopAndEverythingWorksAfterTheStart(Way way) {
        runner.run(started -> {
            ConfigurableApplicationContext context = started.getSourceApplicationContext();
            for (int round = 0; round < 3; round++) {
                blockInTheKernel(context.getBean("gmpScheduler", GmpScheduler.class));
                blockInTheKernel(context.getBean("batchScheduler", GmpScheduler.class));
                pollTheNetwork(context.getBean("gmpScheduler", GmpScheduler.class));
                useEachExecutor(context);
                way.stop.accept(context);
                assertThat(openedSince()).as("round %d", round).isEmpty();

                way.start.accept(context);
                useEachExecutor(context);
            }
        });
    }

    private static void useEachExecutor(ApplicationContext context) throws Exception {
        Work work = context.getBean(Work.class);
        int ticks = work.ticks();
        assertThat(work.async().get(100, TimeUnit.SECONDS)).startsWith("gmp-default-");
        assertThat(work.inOrders().get(100, TimeUnit.SECONDS)).startsWith("gmp-default-");
        assertThat(context.getBean("batchTaskExecutor", AsyncTaskExecutor.class)
                        .submit(() -> Thread.currentThread().getName())
                        .get(100, TimeUnit.SECONDS))
                .startsWith("gmp-batch-");
        assertThat(context.getBean("gmpExecutorService", ExecutorService.class)
                        .submit(() -> 7)
                        .get(100, TimeUnit.SECONDS))
                .isEqualTo(7);
        await().until(() -> work.ticks() > ticks);
    }

    /** The monitor asks the kernel what the thread is doing, which is in native code. */
    private void blockInTheKernel(GmpScheduler scheduler) throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            CompletableFuture<Integer> read = new CompletableFuture<>();
            scheduler.direct().execute(() -> {
                try {
                    read.complete(accepted.getInputStream().read());
                } catch (IOException e) {
                    read.completeExceptionally(e);
                }
            });
            await().until(() -> openedSince().stream().anyMatch(file -> file.endsWith("/stat")));
            client.getOutputStream().write(7);
            assertThat(read.get(100, TimeUnit.SECONDS)).isEqualTo(7);
        }
    }

    private static void pollTheNetwork(GmpScheduler scheduler) throws Exception {
        try (NetListener listener = NetListener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            Future<Integer> read = scheduler.submit(() -> {
                try (NetConnection accepted = listener.accept()) {
                    return accepted.read(ByteBuffer.allocate(1));
                }
            });
            try (SocketChannel connection = SocketChannel.open(listener.localAddress())) {
                connection.write(ByteBuffer.wrap(new byte[] {7}));
                assertThat(read.get(100, TimeUnit.SECONDS)).isOne();
            }
        }
    }

    private List<String> openedSince() {
        List<String> since = opened();
        before.forEach(since::remove);
        return since;
    }

    /** Of the kinds that a checkpoint refuses. */
    private static List<String> opened() {
        List<String> found = new ArrayList<>();
        for (String descriptor : new File("/proc/self/fd").list()) {
            try {
                String target = Files.readSymbolicLink(Path.of("/proc/self/fd", descriptor))
                        .toString();
                if (target.matches("(/proc|/sys|anon_inode|socket|pipe).*") && !target.matches("/proc/\\d+/fd")) {
                    found.add(target);
                }
            } catch (IOException closedMeanwhile) {
                // that of the listing itself, as a rule
            }
        }
        return found;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    static class Application {

        @Bean
        Work work() {
            return new Work();
        }
    }

    static class Work {

        private final AtomicInteger ticks = new AtomicInteger();

        @Async
        CompletableFuture<String> async() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }

        @Async("orders")
        CompletableFuture<String> inOrders() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }

        int ticks() {
            return ticks.get();
        }

        @Scheduled(fixedDelay = 50)
        void tick() {
            ticks.incrementAndGet();
        }
    }
}
