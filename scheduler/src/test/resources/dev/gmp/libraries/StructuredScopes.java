import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;
import java.util.concurrent.atomic.AtomicInteger;

/** Structured concurrency, a preview in JDK 25, from goroutines. Prints a line for each thing that works. */
public class StructuredScopes {

    private static final ScopedValue<String> USER = ScopedValue.newInstance();
    private static final AtomicInteger ON_GOROUTINES = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .name("scopes")
                .maxProcs(2)
                .goroutines(GoroutineMode.VIRTUAL)
                .build()) {
            System.out.println("sum " + sumOfAll(scheduler));
            System.out.println("on goroutines " + ON_GOROUTINES);
            System.out.println("scoped values " + onGoroutine(scheduler, StructuredScopes::scopedValues));
            System.out.println("first " + onGoroutine(scheduler, StructuredScopes::firstWins));
            System.out.println("failure " + onGoroutine(scheduler, StructuredScopes::failureCancelsTheRest));
            scheduler.shutdown();
        }
    }

    private static int sumOfAll(GmpScheduler scheduler) throws Exception {
        List<Future<Integer>> trees = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            trees.add(scheduler.submit(() -> tree(6)));
        }
        int sum = 0;
        for (Future<Integer> tree : trees) {
            sum += tree.get();
        }
        return sum;
    }

    /** Two subtasks, each of which forks two more, and so on; the leaves park. */
    private static int tree(int depth) throws Exception {
        ON_GOROUTINES.addAndGet(Goroutines.isGoroutine() ? 1 : 0);
        if (depth == 0) {
            Thread.sleep(1);
            return 1;
        }
        try (var scope = StructuredTaskScope.open()) {
            Subtask<Integer> left = scope.fork(() -> tree(depth - 1));
            Subtask<Integer> right = scope.fork(() -> tree(depth - 1));
            scope.join();
            return left.get() + right.get();
        }
    }

    private static String scopedValues() throws Exception {
        return ScopedValue.where(USER, "ada").call(() -> {
            try (var scope = StructuredTaskScope.open()) {
                Subtask<String> inherited = scope.fork(() -> {
                    Thread.sleep(1);
                    return USER.get();
                });
                Subtask<String> rebound = scope.fork(() -> ScopedValue.where(USER, "grace").call(() -> {
                    Thread.yield();
                    return USER.get();
                }));
                scope.join();
                return inherited.get() + " " + rebound.get() + " " + USER.get();
            }
        }) + " " + USER.isBound();
    }

    private static String firstWins() throws Exception {
        try (var scope = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) {
            scope.fork(() -> {
                new CountDownLatch(1).await();
                return "never";
            });
            scope.fork(() -> "quick");
            return scope.join();
        }
    }

    private static String failureCancelsTheRest() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch waiting = new CountDownLatch(10);
        try (var scope = StructuredTaskScope.open()) {
            for (int i = 0; i < 10; i++) {
                scope.fork(() -> {
                    waiting.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.incrementAndGet();
                    }
                    return null;
                });
            }
            scope.fork(() -> {
                waiting.await();
                throw new IllegalStateException("planted");
            });
            scope.join();
            return "none";
        } catch (StructuredTaskScope.FailedException e) {
            return e.getCause().getMessage() + " " + interrupted;
        }
    }

    private static String onGoroutine(GmpScheduler scheduler, Callable<String> body) throws Exception {
        return scheduler.submit(body).get();
    }
}
