package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing waits for samples that take long. */
class StackSamplerTest {

    private final StackSampler stackSampler = new StackSampler("test");
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        stackSampler.stop();
    }

    @Test
    void whileASampleWaitsOneMoreIsKept() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch oneMore = new CountDownLatch(1);
        AtomicInteger others = new AtomicInteger();
        stackSampler.sample(() -> {
            begun.countDown();
            awaitRelease();
        });
        begun.await();
        for (int i = 0; i < 1_000; i++) {
            stackSampler.sample(() -> {
                others.incrementAndGet();
                oneMore.countDown();
            });
        }
        assertThat(others).hasValue(0);
        release.countDown();
        oneMore.await();

        CountDownLatch last = new CountDownLatch(1);
        stackSampler.sample(last::countDown);
        last.await();
        assertThat(others).hasValue(1);
    }

    @Test
    void aSampleThatFailsIsNotTheLast() throws Exception {
        CountDownLatch thrown = new CountDownLatch(1);
        stackSampler.sample(() -> {
            thrown.countDown();
            throw new AssertionError("on purpose");
        });
        thrown.await();
        CountDownLatch next = new CountDownLatch(1);
        stackSampler.sample(next::countDown);
        next.await();
    }

    @Test
    void itsThreadIsADaemonThatBearsTheSchedulersName() throws Exception {
        Thread[] seen = new Thread[1];
        CountDownLatch done = new CountDownLatch(1);
        stackSampler.sample(() -> {
            seen[0] = Thread.currentThread();
            done.countDown();
        });
        done.await();
        assertThat(seen[0].getName()).isEqualTo("gmp-test-witness");
        assertThat(seen[0].isDaemon()).isTrue();
        assertThat(seen[0].getContextClassLoader()).isEqualTo(StackSampler.class.getClassLoader());
        stackSampler.stop();
        seen[0].join();
        AtomicBoolean sampled = new AtomicBoolean();
        stackSampler.sample(() -> sampled.set(true));
        await().during(Duration.ofMillis(200)).until(() -> !sampled.get());
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
