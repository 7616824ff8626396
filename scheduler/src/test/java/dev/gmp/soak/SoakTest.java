package dev.gmp.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Everything at once, for as long as {@code gmp.soak.seconds} says, in lives of at most a minute. What is drawn comes from
 * a seed, which a fault names; {@code gmp.soak.seed} gives it again. The machine's threads make each run another one all the
 * same. The figures stand in {@code target/soak.md} afterwards.
 */
class SoakTest {

    private static final Long SEED = Long.getLong("gmp.soak.seed");
    private static final long SECONDS = Long.getLong("gmp.soak.seconds", 600);
    private static final long LONGEST_LIFE = 60;
    private static final long PATIENCE_SECONDS = 60;

    @Test
    @Timeout(300)
    void nothingIsLostInAShortLife() throws Exception {
        soak(2);
    }

    @Test
    @Tag("long")
    @Timeout(14_400)
    void nothingIsLostInTheLongRun() throws Exception {
        soak(SECONDS);
    }

    private static void soak(long seconds) throws Exception {
        List<SoakReport> lives = new ArrayList<>();
        long seed = SEED != null ? SEED : ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
        for (long left = seconds; left > 0; left -= LONGEST_LIFE) {
            System.out.println("soak with gmp.soak.seed=" + seed);
            SoakReport life =
                    new SoakLife(seed, PATIENCE_SECONDS, UnaryOperator.identity()).run(Math.min(left, LONGEST_LIFE));
            lives.add(life);
            SoakReport.write(Path.of("target", "soak.md"), lives);
            assertThat(life.faults())
                    .as("to be repeated with -Dgmp.soak.seed=%d; %s", seed, life.settings())
                    .isEmpty();
            seed++;
        }
    }
}
