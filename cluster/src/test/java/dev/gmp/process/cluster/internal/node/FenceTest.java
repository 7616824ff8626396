package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FenceTest {

    private static final Duration LIMIT = Duration.ofHours(1);

    private final Fence fence = new Fence(LIMIT);

    @Test
    void isOpenWhileTicksCome() {
        assertThat(fence.tick()).isFalse();
        assertThat(fence.isClosed()).isFalse();
    }

    @Test
    void isClosedAfterAPauseBeforeTheNextTickAndUntilItIsOpened() throws InterruptedException {
        Fence narrow = new Fence(Duration.ofMillis(50));
        Thread.sleep(60);

        assertThat(narrow.isClosed()).isTrue();
        assertThat(narrow.tick()).isTrue();
        assertThat(narrow.tick()).isTrue();
        assertThat(narrow.isClosed()).isTrue();

        fence.close();
        fence.open(fence.episode());
        assertThat(fence.isClosed()).isFalse();
    }

    @Test
    void eachPauseBeginsAnEpisodeAndOnlyTheLastOneOpens() {
        long now = System.nanoTime();
        long pause = LIMIT.toNanos() + 1;
        assertThat(fence.tick(now + pause)).isTrue();
        int first = fence.episode();

        assertThat(fence.tick(now + pause)).isTrue();
        assertThat(fence.episode()).isEqualTo(first);

        assertThat(fence.tick(now + 2 * pause)).isTrue();
        fence.open(first);
        assertThat(fence.isClosed()).isTrue();
        fence.open(fence.episode());
        assertThat(fence.isClosed()).isFalse();
    }

    /** One reading of the clock decides and is kept: a later one would hide the time between. */
    @Test
    void aPauseBetweenATickAndTheOpeningIsSeen() {
        fence.close();
        fence.tick(System.nanoTime() - LIMIT.toNanos() - 1);
        fence.open(fence.episode());

        assertThat(fence.isClosed()).isTrue();
    }
}
