package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.testkit.Niceness;
import dev.gmp.testkit.Together;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** By what the kernel itself writes of its threads. */
class KernelSliceTest {

    /** A line of {@code /proc/pid/task/tid/sched}: the name, spaces, a colon, spaces, and nanoseconds. */
    private static final String SLICE = "se.slice";

    @BeforeEach
    void needShortSlices() throws Exception {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        assumeTrue(sliceOfCaller() > 0, "this kernel does not write what its threads' slices are");
        Together.join(Together.start(() -> assumeTrue(KernelSlice.shorten(), "this kernel gives no short slices")));
    }

    @Test
    void aThreadGetsAShorterOneAndKeepsItsPriority() throws Exception {
        Together.join(Together.start(() -> {
            long before = sliceOfCaller();
            int nice = Niceness.ofCaller();
            assertThat(KernelSlice.shorten()).isTrue();
            assertThat(sliceOfCaller()).isEqualTo(KernelSlice.SHORTEST_NANOS).isLessThan(before);
            assertThat(Niceness.ofCaller()).isEqualTo(nice);
            assertThat(KernelSlice.shorten()).isTrue();
            assertThat(sliceOfCaller()).isEqualTo(KernelSlice.SHORTEST_NANOS);
        }));
    }

    @Test
    void whatItStartsHasTheUsualOne() throws Exception {
        long usual = sliceOfCaller();
        Together.join(Together.start(() -> {
            assertThat(KernelSlice.shorten()).isTrue();
            Together.join(Together.start(() -> assertThat(sliceOfCaller()).isEqualTo(usual)));
        }));
    }

    @Test
    void othersAreLeftAlone() throws Exception {
        long usual = sliceOfCaller();
        Together.join(Together.start(() -> assertThat(KernelSlice.shorten()).isTrue()));
        assertThat(sliceOfCaller()).isEqualTo(usual);
    }

    /** The kernel would take it from whatever the thread starts. */
    @Test
    void aHighPriorityIsLeftAsItIs() throws Exception {
        Together.join(Together.start(() -> {
            assumeTrue(KernelPriority.set(0, -1), "this user may not raise priorities");
            long before = sliceOfCaller();
            assertThat(KernelSlice.shorten()).isFalse();
            assertThat(sliceOfCaller()).isEqualTo(before);
            assertThat(KernelPriority.current()).isEqualTo(-1);
        }));
    }

    @Test
    void aLowPriorityIsKept() throws Exception {
        Together.join(Together.start(() -> {
            int lower = Niceness.ofCaller() + 3;
            assertThat(KernelPriority.set(0, lower)).isTrue();
            assertThat(KernelSlice.shorten()).isTrue();
            assertThat(Niceness.ofCaller()).isEqualTo(lower);
        }));
    }

    /** @return 0 where the kernel does not write it */
    private static long sliceOfCaller() throws IOException {
        try {
            return Files.readAllLines(Path.of("/proc/self/task/" + Niceness.idOfCaller() + "/sched")).stream()
                    .filter(line -> line.startsWith(SLICE))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
                    .findFirst()
                    .orElse(0);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
