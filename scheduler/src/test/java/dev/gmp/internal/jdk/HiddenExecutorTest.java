package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class HiddenExecutorTest {

    @Test
    void givesEverythingToItsReceiver() {
        List<Runnable> received = new ArrayList<>();
        Runnable task = () -> {};
        HiddenExecutor.of(received::add).execute(task);
        assertThat(received).containsExactly(task);
    }

    @Test
    void isOfAClassThatTheJvmShowsToNoAgent() {
        Executor executor = HiddenExecutor.of(task -> {});
        assertThat(HiddenExecutor.isAvailable()).isTrue();
        assertThat(executor.getClass().isHidden()).isTrue();
    }
}
