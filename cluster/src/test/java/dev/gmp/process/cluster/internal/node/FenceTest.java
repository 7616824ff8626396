package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FenceTest {

    @Test
    void isOpenWhileTicksCome() {
        Fence fence = new Fence(Duration.ofHours(1));

        assertThat(fence.tick()).isFalse();
        assertThat(fence.isClosed()).isFalse();
    }

    @Test
    void isClosedAfterAPauseBeforeTheNextTickAndUntilItIsOpened() throws InterruptedException {
        Fence fence = new Fence(Duration.ofMillis(50));
        Thread.sleep(60);

        assertThat(fence.isClosed()).isTrue();
        assertThat(fence.tick()).isTrue();
        assertThat(fence.tick()).isTrue();
        assertThat(fence.isClosed()).isTrue();

        Fence wide = new Fence(Duration.ofHours(1));
        wide.open();
        assertThat(wide.isClosed()).isFalse();
    }
}
