package dev.gmp.process.internal.lifetime;

import dev.gmp.process.ProcessInfo;
import dev.gmp.process.ShutdownReport;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.registry.Directory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Asks all processes to end, and waits for them. */
public record Shutdown(Cancellation cancellation, Directory directory) {

    /** Refuses new ones, cancels all, and waits. */
    public ShutdownReport cancelAll(Duration limit, String reason) throws InterruptedException {
        return closeAnd(block -> cancellation.cancel(block, reason), limit);
    }

    /** Ends all that are left without asking them, and waits. */
    public ShutdownReport endAll(Duration limit, String reason) throws InterruptedException {
        return closeAnd(block -> cancellation.end(block, reason), limit);
    }

    private ShutdownReport closeAnd(Consumer<ControlBlock> last, Duration limit) throws InterruptedException {
        directory.close();
        List<ControlBlock> all = new ArrayList<>();
        directory.forEach(all::add);
        all.forEach(last);
        return await(all, limit);
    }

    private ShutdownReport await(List<ControlBlock> all, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
        for (ControlBlock each : all) {
            if (!each.hasEnded() && !awaitEnd(each, deadline - System.nanoTime())) {
                break;
            }
        }
        List<ProcessInfo> left = new ArrayList<>();
        for (ControlBlock each : all) {
            if (!each.hasEnded()) {
                left.add(each.info(directory.seconds()));
            }
        }
        left.sort(Comparator.comparing(ProcessInfo::age).reversed());
        return new ShutdownReport(all.size() - left.size(), left);
    }

    /** @return false when the time is over */
    private static boolean awaitEnd(ControlBlock block, long nanos) throws InterruptedException {
        try {
            block.result().get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException | CancellationException e) {
            return true;
        }
    }
}
