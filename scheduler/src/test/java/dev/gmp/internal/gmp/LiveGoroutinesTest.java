package dev.gmp.internal.gmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The walk keeps its place while goroutines come and go, those next to it too. */
class LiveGoroutinesTest {

    private static final int COUNT = 1_000;

    private final LiveGoroutines live = new LiveGoroutines();
    private final NoScheduler scheduler = new NoScheduler();
    private final List<VirtualGoroutine> all = new ArrayList<>();

    LiveGoroutinesTest() {
        for (int i = 0; i < COUNT; i++) {
            all.add(add());
        }
    }

    @Test
    void eachIsShownOnce() {
        List<VirtualGoroutine> shown = new ArrayList<>();
        assertThat(live.show(newGoroutine(), shown::add)).isTrue();
        assertThat(shown).containsExactlyInAnyOrderElementsOf(all);
        assertThat(live.all()).as("no marker is left").containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void theWalkEndsWhenItsViewerHasSeenEnough() {
        List<VirtualGoroutine> shown = new ArrayList<>();
        assertThat(live.show(newGoroutine(), goroutine -> {
                    shown.add(goroutine);
                    return shown.size() < 10;
                }))
                .isFalse();
        assertThat(shown).hasSize(10);
        assertThat(live.all()).hasSize(COUNT);
    }

    /** Every second one that is shown ends, with its neighbours in the list, and another one starts. */
    @Test
    void thoseThatStayAreShownOnceWhileOthersComeAndGo() {
        List<VirtualGoroutine> shown = new ArrayList<>();
        Set<VirtualGoroutine> gone = new HashSet<>();
        live.show(newGoroutine(), goroutine -> {
            shown.add(goroutine);
            int index = all.indexOf(goroutine);
            if (index >= 0 && index % 4 == 0) {
                for (VirtualGoroutine neighbour : all.subList(Math.max(0, index - 1), Math.min(COUNT, index + 2))) {
                    if (gone.add(neighbour)) {
                        live.end(neighbour);
                    }
                }
                add();
            }
            return true;
        });

        List<VirtualGoroutine> stayed = new ArrayList<>(all);
        stayed.removeAll(gone);
        assertThat(gone).isNotEmpty();
        assertThat(shown).doesNotHaveDuplicates().containsAll(stayed);
        assertThat(live.all()).containsAll(stayed).doesNotContainAnyElementsOf(gone);
        assertThat(live.estimatedCount()).isEqualTo(live.all().size());
    }

    private VirtualGoroutine add() {
        VirtualGoroutine goroutine = newGoroutine();
        live.add(goroutine);
        return goroutine;
    }

    private VirtualGoroutine newGoroutine() {
        return new VirtualGoroutine(scheduler, null);
    }
}
