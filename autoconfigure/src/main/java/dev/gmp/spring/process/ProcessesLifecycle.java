package dev.gmp.spring.process;

import dev.gmp.process.Processes;
import dev.gmp.process.ShutdownReport;
import dev.gmp.spring.lifecycle.ClosingTasks;
import dev.gmp.spring.lifecycle.EndingContext;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * The processes' life with their application context: when it closes they are cancelled, and get a period to end, after the
 * web server has answered its last request and before the scheduler stops; those that are left are logged and ended. One whose step closes
 * the context is not waited for. A pause of the context does not touch them, since they wait for messages without a thread.
 */
final class ProcessesLifecycle
        implements SmartLifecycle, ApplicationContextAware, ApplicationListener<ContextClosedEvent>, DisposableBean {

    /** Higher phases stop earlier: the web server's are at the end of the range, the scheduler's in its middle. */
    static final int PHASE = ExecutorConfigurationSupport.DEFAULT_PHASE + 1024;

    private static final Log LOG = LogFactory.getLog(ProcessesLifecycle.class);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

    /** Within it each step is made. */
    private static final String STEP_LOOP = "dev.gmp.process.internal.step.StepLoop";

    /** How long those that are ended unasked may take: only a step that runs can delay that. */
    private static final Duration ENDING_PERIOD = Duration.ofSeconds(1);

    private final Processes processes;
    private final Duration period;
    private final EndingContext ending = new EndingContext();
    private @Nullable ApplicationContext context;
    private volatile boolean closing;
    private volatile boolean running;

    /** @param period how long cancelled processes may take to end */
    ProcessesLifecycle(Processes processes, Duration period) {
        this.processes = processes;
        this.period = period;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void setApplicationContext(ApplicationContext applicationContext) {
        context = applicationContext;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() == context) {
            closing = true;
            // Spring asks only what runs to stop: after a pause, processes would have no period to end in.
            running = true;
        }
    }

    /** The stop may follow at once, and would be taken for a pause. */
    @Override
    public boolean supportsAsyncExecution() {
        return false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        if (isClosing()) {
            end(closingSteps());
        }
    }

    /** Returns at once; the callback runs when all have ended, or the period is over. */
    @Override
    public void stop(Runnable callback) {
        running = false;
        if (!isClosing()) {
            callback.run();
            return;
        }
        long closing = closingSteps();
        Thread thread = new Thread(
                () -> {
                    try {
                        end(closing);
                    } finally {
                        callback.run();
                    }
                },
                "gmp-processes-stop");
        thread.setDaemon(true);
        thread.start();
    }

    /** For those that were started after the stop, and for a context that failed before it ran. */
    @Override
    public void destroy() throws InterruptedException {
        processes.shutdownNow(closingSteps() == 0 ? ENDING_PERIOD : Duration.ZERO);
    }

    /** How many processes close the context in a step, or wait there for the end of the JVM. By the thread that stops or closes. */
    private long closingSteps() {
        return ClosingTasks.of(processes.scheduler(), Thread.currentThread()).stream()
                .filter(task -> Stream.of(task.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(STEP_LOOP)))
                .count();
    }

    private boolean isClosing() {
        return closing || ending.isEnding(context);
    }

    private void end(long closing) {
        try {
            ShutdownReport report = closing == 0 ? processes.shutdown(period) : cancelBeside(closing);
            if (report.left().size() > closing) {
                LOG.warn("%d of %d processes did not end within %s and are now terminated: %s"
                        .formatted(
                                report.left().size(),
                                report.left().size() + report.ended(),
                                period,
                                report.describeLeft()));
                processes.shutdownNow(ENDING_PERIOD);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until no more than so many are left. */
    private ShutdownReport cancelBeside(long closing) throws InterruptedException {
        long deadline = System.nanoTime() + period.toNanos();
        ShutdownReport report = processes.shutdown(Duration.ZERO);
        while (report.left().size() > closing && System.nanoTime() - deadline < 0) {
            Thread.sleep(POLL_INTERVAL.toMillis());
            if (processes.size() <= closing) {
                report = processes.shutdown(Duration.ZERO);
            }
        }
        return report;
    }
}
