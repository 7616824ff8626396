package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** The service that others are compared with is the same service. */
@TestPropertySource(properties = "gmp.mode=off")
@DirtiesContext
class IndexWithoutGmpTests extends ServiceTest {

    @Test
    void filesAreIndexed() {
        index.start(Texts.zip(folder.resolve("t.zip"), Map.of("a", "text", "b", "text"))
                .toString());
        assertThat(awaitIndexed().state()).isEqualTo(IndexState.READY);
        assertThat(current.get()).isPresent();
    }
}
