package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.testkit.AllowedCpus;
import dev.gmp.testkit.Niceness;
import dev.gmp.testkit.Together;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** By what the kernel itself writes of its threads. */
class KernelCpusTest {

    private KernelCpus all;

    @BeforeEach
    void readAll() {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        all = KernelCpus.ofCaller();
    }

    @Test
    void theCallersAreWhatTheKernelSays() {
        assertThat(all).hasToString(AllowedCpus.ofCaller().toString());
        assertThat(all.count()).isEqualTo(AllowedCpus.ofCaller().cardinality());
    }

    @Test
    void someAreAsManyAndComeBehindEachOther() {
        for (int count = 1; count <= all.count(); count++) {
            for (int from = 0; from < all.count(); from++) {
                assertThat(all.some(count, from).count()).isEqualTo(count);
            }
        }
        assertThat(all.some(all.count(), 1)).hasToString(all.toString());
        BitSet last = new BitSet();
        last.set(AllowedCpus.ofCaller().length() - 1);
        assertThat(all.some(1, all.count() - 1)).hasToString(last.toString());
    }

    @Test
    void noneAndMoreThanThereAreAreRefused() {
        assertThatThrownBy(() -> all.some(0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> all.some(all.count() + 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aThreadIsKeptToOneAndLetGoAgain() throws Exception {
        Together.join(Together.start(() -> {
            KernelCpus one = all.some(1, 0);
            assertThat(one.keep(0)).isTrue();
            assertThat(AllowedCpus.ofCaller()).hasToString(one.toString());
            assertThat(all.keep(0)).isTrue();
            assertThat(AllowedCpus.ofCaller()).hasToString(all.toString());
        }));
    }

    @Test
    void anotherThreadIsKept() throws Exception {
        AtomicInteger id = new AtomicInteger();
        CountDownLatch known = new CountDownLatch(1);
        CountDownLatch kept = new CountDownLatch(1);
        var other = Together.start(() -> {
            id.set(Niceness.idOfCaller());
            known.countDown();
            kept.await();
            assertThat(AllowedCpus.ofCaller().cardinality()).isEqualTo(1);
        });
        known.await();
        assertThat(all.some(1, 0).keep(id.get())).isTrue();
        kept.countDown();
        Together.join(other);
        assertThat(AllowedCpus.ofCaller()).hasToString(all.toString());
    }

    @Test
    void aThreadThatIsNotThereIsRefused() {
        assertThat(all.keep(Integer.MAX_VALUE)).isFalse();
    }
}
