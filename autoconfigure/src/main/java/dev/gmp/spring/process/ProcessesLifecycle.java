package dev.gmp.spring.process;

import dev.gmp.process.Processes;
import dev.gmp.process.ShutdownReport;
import dev.gmp.spring.lifecycle.ClosingTasks;
import dev.gmp.spring.lifecycle.EndingLifecycle;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * The processes' life with their application context: when it closes they are cancelled, and get a period to end, after the
 * web server has answered its last request and before the scheduler stops; those that are left are logged and ended. One whose step closes
 * the context is not waited for. A pause of the context does not touch them, since they wait for messages without a thread.
 */
final class ProcessesLifecycle extends EndingLifecycle {

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

    /** @param period how long cancelled processes may take to end */
    ProcessesLifecycle(Processes processes, Duration period) {
        super(PHASE, "gmp-processes-stop");
        this.processes = processes;
        this.period = period;
    }

    @Override
    protected Runnable ending() {
        long closing = closingSteps();
        return () -> end(closing);
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
