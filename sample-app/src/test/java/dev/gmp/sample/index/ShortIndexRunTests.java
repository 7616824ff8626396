package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs that may be over before anybody watches them. */
class ShortIndexRunTests extends ServiceTest {

    @Test
    void eachIsSeenToEnd() {
        String source = Texts.folder(folder, Map.of("a", "text")).toString();
        for (int run = 0; run < 50; run++) {
            long id = index.start(source).id();
            assertThat(awaitIndexed().id()).isEqualTo(id);
        }
    }
}
