package dev.gmp.process.cluster.internal.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RegistryTest {

    private final List<String> released = new ArrayList<>();

    private final Registry registry = new Registry("test") {
        @Override
        void release(String subject, long number) {
            released.add(subject);
        }

        @Override
        void publish(Replica now) {}
    };

    @Test
    void aProcessThatCouldNotBeFollowedIsFollowedTheNextTime() {
        registry.note("name", 1);
        assertThatThrownBy(() -> registry.follow(1, () -> {
                    throw new OutOfMemoryError("planned");
                }))
                .isInstanceOf(OutOfMemoryError.class);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        registry.follow(1, () -> ended);
        assertThat(released).isEmpty();
        ended.complete(null);
        assertThat(released).containsExactly("name");
    }
}
