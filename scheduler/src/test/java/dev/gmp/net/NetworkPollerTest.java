package dev.gmp.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * NETPOLL-1: a thread polls for every goroutine that waits, whatever the machines do besides. Where sysmon could heal a
 * mistake the scheduler runs without it, so each test would hang.
 */
class NetworkPollerTest extends NetworkTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void anIdleSchedulerWakesForEachMessage(int procs) throws Exception {
        replaceBy(Unwatched.build(virtual(procs)));
        Pair pair = connect();
        Future<?> echo = echo(pair.server());
        for (int i = 0; i < 100; i++) {
            awaitWaiting(echo, i % 10 == 0);
            assertThat(ask(pair.client(), i).get()).isEqualTo(i);
        }
    }

    /** The poller blocks while nothing else is to be done, and knows of the close a little later. */
    @Test
    void theAddressOfAClosedListenerIsFree() throws Exception {
        for (int i = 0; i < 30; i++) {
            NetListener listener = NetListener.bind(loopback());
            SocketAddress address = listener.localAddress();
            Future<NetConnection> accepted = go(listener::accept);
            awaitWaiting(accepted);

            listener.close();

            NetListener.bind(address).close();
            assertThatThrownBy(accepted::get).hasCauseInstanceOf(ClosedChannelException.class);
        }
    }

    @Test
    void workFromOutsideIsDoneWhileAMachinePolls() throws Exception {
        Pair pair = connect();
        Future<?> echo = echo(pair.server());
        for (int i = 0; i < 300; i++) {
            awaitWaiting(echo, i % 30 == 0);
            int number = i;
            assertThat(go(() -> number).get()).isEqualTo(i);
        }
        assertThat(ask(pair.client(), 7).get()).isEqualTo(7);
    }

    @Test
    void theOnlyMachineThatThereMayBePollsAndWorks() throws Exception {
        replaceBy(Unwatched.build(virtual(1).maxMachines(1)));
        Pair pair = connect();
        Future<?> echo = echo(pair.server());
        for (int i = 0; i < 100; i++) {
            awaitWaiting(echo, i % 10 == 0);
            int number = i;
            assertThat(go(() -> number).get()).isEqualTo(i);
            assertThat(ask(pair.client(), i).get()).isEqualTo(i);
        }
        assertThat(scheduler.snapshot().counters().machinesCreated()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void timersFireWhileAMachinePolls(int procs) throws Exception {
        replaceBy(Unwatched.build(virtual(procs)));
        Pair pair = connect();
        Future<?> echo = echo(pair.server());
        Future<?> late = scheduler.schedule(() -> {}, 1, TimeUnit.DAYS);
        for (int i = 0; i < 100; i++) {
            awaitWaiting(echo, i % 10 == 0);
            scheduler.schedule(() -> {}, 3_000L * i, TimeUnit.NANOSECONDS).get();
            go(() -> {
                        Goroutines.sleep(Duration.ofNanos(100));
                        return null;
                    })
                    .get();
        }
        assertThat(ask(pair.client(), 7).get()).isEqualTo(7);
        late.cancel(false);
    }

    @Test
    void theMachineThatPollsStaysWhenItsKeepAliveIsOver() throws Exception {
        replaceBy(Unwatched.build(virtual(2).machineKeepAlive(Duration.ofMillis(1))));
        Pair pair = connect();
        Future<?> echo = echo(pair.server());
        awaitWaiting(echo);
        for (int i = 0; i < 20; i++) {
            Schedulers.await(scheduler, now -> now.machineCounts().total() == 1);
            pair.client().write(ByteBuffer.wrap(new byte[] {1})); // from this thread: only the poller can notice
            assertThat(go(() -> pair.client().read(ByteBuffer.allocate(1))).get())
                    .isEqualTo(1);
        }
        pair.client().close();
        assertThat(failure(echo)).isNull();
        Schedulers.await(scheduler, now -> now.machineCounts().total() == 0);
    }

    /** It stays for as long as the slot changes, and no other machine has nothing to do. */
    @Test
    void aMachineThatNapsBesideAnothersRunnextPolls() throws Exception {
        replaceBy(Unwatched.build(virtual(2)));
        AtomicBoolean over = new AtomicBoolean();
        scheduler.execute(new Runnable() {
            @Override
            public void run() {
                if (!over.get()) {
                    scheduler.execute(this);
                }
            }
        });
        try {
            Pair pair = connect();
            for (int i = 0; i < 20; i++) {
                Future<Integer> read = go(() -> pair.server().read(ByteBuffer.allocate(1)));
                Schedulers.await(scheduler, now -> now.goroutines().waiting() == 1);
                TimeUnit.MILLISECONDS.sleep(2); // the other machine naps by now
                pair.client().write(ByteBuffer.wrap(new byte[] {1})); // from this thread: no other thread looks
                assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(1);
            }
        } finally {
            over.set(true);
        }
    }

    @Test
    void aGoroutineThatIsLockedToItsMachineIsWoken() throws Exception {
        replaceBy(Unwatched.build(virtual(1)));
        Pair pair = connect();
        Future<?> echo = echo(pair.server());
        Future<Integer> asked = go(() -> {
            Goroutines.lockMachine();
            int sum = 0;
            for (int i = 0; i < 100; i++) {
                sum += askNow(pair.client(), 1);
            }
            Goroutines.unlockMachine();
            return sum;
        });
        assertThat(asked.get()).isEqualTo(100);
        assertThat(echo.isDone()).isFalse();
    }

    /** With sysmon, which retakes processors and polls. */
    @Test
    void connectionsAreServedBesideHogs() throws Exception {
        replaceBy(virtual(2).build());
        Pair pair = connect();
        echo(pair.server());
        try (Occupied hogs = new Occupied(scheduler)) {
            for (int i = 0; i < 20; i++) {
                assertThat(ask(pair.client(), i).get()).isEqualTo(i);
            }
        }
    }

    /** The only machine that there may be has always something to run, so that only sysmon polls. */
    @Test
    void aConnectionIsServedBesideAnEndlessChain() throws Exception {
        replaceBy(virtual(1).maxMachines(1).build());
        AtomicBoolean over = new AtomicBoolean();
        Pair pair = connect();
        scheduler.execute(new Runnable() {
            @Override
            public void run() {
                if (!over.get()) {
                    scheduler.execute(this);
                }
            }
        });
        try {
            Future<Integer> read = go(() -> pair.server().read(ByteBuffer.allocate(1)));
            Schedulers.await(scheduler, now -> now.goroutines().waiting() == 1);
            pair.client().write(ByteBuffer.wrap(new byte[] {1}));
            assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        } finally {
            over.set(true);
        }
    }

    @Test
    void aShutdownWaitsForGoroutinesThatWait() throws Exception {
        Pair pair = connect();
        Future<?> echo = echo(pair.server());
        awaitWaiting(echo);
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(20, TimeUnit.MILLISECONDS)).isFalse();
        pair.client().close();
        Schedulers.awaitTermination(scheduler);
        assertThat(failure(echo)).isNull();
    }

    @Test
    void manyGoroutinesGetTheirTurnOnOneConnection() throws Exception {
        Pair pair = connect();
        echo(pair.server());
        CountDownLatch read = new CountDownLatch(50);
        for (int i = 0; i < 50; i++) {
            go(() -> {
                assertThat(pair.client().read(ByteBuffer.allocate(1))).isEqualTo(1);
                read.countDown();
                return null;
            });
        }
        for (int i = 0; i < 50; i++) {
            pair.client().write(ByteBuffer.wrap(new byte[] {1}));
        }
        read.await();
    }

    private Future<?> echo(NetConnection connection) {
        return go(() -> {
            ByteBuffer buffer = ByteBuffer.allocate(64);
            while (connection.read(buffer.clear()) >= 0) {
                connection.write(buffer.flip());
            }
            return null;
        });
    }

    private Future<Integer> ask(NetConnection connection, int number) {
        return go(() -> askNow(connection, number));
    }

    private static int askNow(NetConnection connection, int number) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(4);
        connection.write(buffer.putInt(number).flip());
        buffer.clear();
        while (buffer.hasRemaining() && connection.read(buffer) >= 0) {
            // until the whole answer is there
        }
        return buffer.flip().getInt();
    }

    private void awaitWaiting(Future<?> unfinished, boolean really) {
        if (really) {
            awaitWaiting(unfinished);
        }
    }
}
