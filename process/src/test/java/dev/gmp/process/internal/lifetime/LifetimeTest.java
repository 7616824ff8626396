package dev.gmp.process.internal.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import dev.gmp.process.ProcessListener;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Outcome;
import dev.gmp.process.internal.controlblock.RegisteredType;
import dev.gmp.process.internal.registry.Directory;
import dev.gmp.process.internal.registry.Names;
import dev.gmp.process.testkit.Scripted;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Ending a process comes about as a whole. */
class LifetimeTest {

    private static final RegisteredType TYPE =
            new RegisteredType(Scripted.type("idle", (self, events, out) -> {}), 0, null);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Directory directory = new Directory(1, OptionalInt.of(10));
    private final Names names = new Names();
    private final Lifetime lifetime = new Lifetime(null, directory, names, new ProcessListener() {});

    private final ControlBlock block = new ControlBlock(TYPE, "run", null);

    /** It may be the lack of memory that ends a process; nothing ends it a second time. */
    @Test
    void endingTakesNoMemory() {
        end(new ControlBlock(TYPE, "run", null));
        assertThat(end(block)).isZero();
        assertThat(names.find("name")).isEmpty();
        assertThat(names.members("group")).isEmpty();
        assertThat(directory.size()).isZero();
    }

    /** @return the bytes that it took */
    private long end(ControlBlock each) {
        directory.add(each);
        names.register("name", each);
        names.register("other name", each);
        names.join("group", each);
        CompletableFuture<Object> result = each.result();
        Outcome outcome = Outcome.done("result");
        long before = threads.getCurrentThreadAllocatedBytes();
        lifetime.end(each, outcome);
        long taken = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(result).isCompletedWithValue("result");
        return taken;
    }

    /** A process may live for long, and be asked for its result again and again. */
    @Test
    void aCompletedFutureIsLetGoOf() {
        List<WeakReference<CompletableFuture<Object>>> givenUp = new ArrayList<>();
        CompletableFuture<Object> first = block.result();
        for (int i = 0; i < 1_000; i++) {
            CompletableFuture<Object> result = block.result();
            result.cancel(false);
            givenUp.add(new WeakReference<>(result));
        }
        CompletableFuture<Object> last = block.result();

        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(givenUp).filteredOn(each -> each.get() != null).hasSizeLessThan(100);
        });
        block.tell(Outcome.done("result"));
        assertThat(first).isCompletedWithValue("result");
        assertThat(last).isCompletedWithValue("result");
    }

    @Test
    void futuresAreToldWhateverGoesWrongBefore() {
        names.register("name", block);
        CompletableFuture<Object> result = block.result();

        assertThatIllegalStateException().isThrownBy(() -> lifetime.end(block, Outcome.done("result")));

        assertThat(result).isCompletedWithValue("result");
        assertThat(names.find("name")).isEmpty();
    }
}
