package dev.gmp.sample.responsiveness;

import static dev.gmp.sample.responsiveness.LatencySeries.sleepUntil;

import dev.gmp.sample.responsiveness.LoadedService.Hogs;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.awaitility.Awaitility;

/** Requests to a service and short tasks on its executor, beside nothing for a while and then beside hogs. */
final class Measurement {

    static final int QUIET_SECONDS = Math.min(10, Integer.getInteger("gmp.stress.seconds", 10));

    private static final int WARM_UP_SECONDS = Math.min(5, QUIET_SECONDS);

    /** What was due just before the end may still be answered. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String title;
    private final LatencySeries pings;
    private final LatencySeries tasks;
    private final int hogsFrom;

    private Measurement(String title, LatencySeries pings, LatencySeries tasks, int hogsFrom) {
        this.title = title;
        this.pings = pings;
        this.tasks = tasks;
        this.hogsFrom = hogsFrom;
    }

    /**
     * @param hogSeconds how long the hogs are measured
     * @param everySecond called meanwhile
     * @param atTheEnd called when that time is over, with the hogs still running; what is answered a second after it or
     *     later stays unanswered in the result
     */
    static Measurement of(
            String title,
            LoadedService service,
            Function<LoadedService, Hogs> start,
            int hogSeconds,
            Consumer<Hogs> everySecond,
            Consumer<Measurement> atTheEnd)
            throws InterruptedException {
        Measurement warmUp = ofSeconds(title, WARM_UP_SECONDS);
        warmUp.send(service, System.nanoTime()).join();
        int seconds = QUIET_SECONDS + hogSeconds;
        Measurement measurement = ofSeconds(title, seconds);
        long begin = System.nanoTime();
        Thread pinger = measurement.send(service, begin);
        sleepUntil(begin + TimeUnit.SECONDS.toNanos(QUIET_SECONDS));
        measurement.awaitAnswers(QUIET_SECONDS);
        Hogs hogs = start.apply(service);
        int hogsFrom = 1 + (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        Measurement result;
        try {
            for (int second = QUIET_SECONDS + 1; second <= seconds; second++) {
                sleepUntil(begin + TimeUnit.SECONDS.toNanos(second));
                everySecond.accept(hogs);
            }
            sleepUntil(begin + TimeUnit.SECONDS.toNanos(seconds) + GRACE_NANOS);
            result = new Measurement(title, measurement.pings.copy(), measurement.tasks.copy(), hogsFrom);
            atTheEnd.accept(measurement);
            everySecond.accept(hogs);
        } finally {
            hogs.stop();
        }
        pinger.join();
        return result;
    }

    String title() {
        return title;
    }

    LatencySeries pings() {
        return pings;
    }

    LatencySeries tasks() {
        return tasks;
    }

    int seconds() {
        return pings.seconds();
    }

    /** The first second that began when all hogs had been submitted; on a busy machine later than it should. */
    int hogsFrom() {
        return Math.min(hogsFrom, seconds());
    }

    /** What was due in the first seconds, and is late on a busy machine, is not to meet hogs. */
    private void awaitAnswers(int seconds) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(100))
                .until(() -> pings.unanswered(0, seconds) + tasks.unanswered(0, seconds) == 0);
    }

    private static Measurement ofSeconds(String title, int seconds) {
        return new Measurement(title, new LatencySeries(seconds), new LatencySeries(seconds), seconds);
    }

    /** @return the thread that pings */
    private Thread send(LoadedService service, long begin) {
        Executor executor = service.executor();
        tasks.send(begin, i -> executor.execute(() -> tasks.answered(i)));
        return pings.send(begin, i -> {
            service.ping();
            pings.answered(i);
        });
    }
}
