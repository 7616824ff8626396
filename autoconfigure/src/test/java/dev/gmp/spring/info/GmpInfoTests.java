package dev.gmp.spring.info;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What {@code info} says of real schedulers. */
class GmpInfoTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, GmpInfoAutoConfiguration.class));

    @Test
    void theVersionAndTheJvm() {
        runner.run(context -> {
            Map<?, ?> gmp = gmp(context.getBean(InfoContributor.class));
            assertThat(gmp.get("version").toString()).matches("\\d+\\.\\d+\\.\\d+.*");
            assertThat(gmp.get("java")).isEqualTo(Runtime.version().toString());
        });
    }

    @Test
    void whatWasChosenSaysSo() {
        runner.withPropertyValues("gmp.max-procs=3", "gmp.goroutines=direct").run(context -> {
            Map<?, ?> scheduler = scheduler(context.getBean(InfoContributor.class));
            assertThat(scheduler.get("goroutines")).isEqualTo("direct");
            assertThat(scheduler.get("goroutinesBecause")).isEqualTo("goroutines is set to direct");
            assertThat(scheduler.get("procs")).isEqualTo(3);
            assertThat(scheduler.get("procsBecause")).isEqualTo("chosen");
        });
    }

    @Test
    void whatWasReadSaysFromWhere() {
        runner.run(context -> {
            GmpScheduler scheduler = context.getBean(GmpScheduler.class);
            assertThat(scheduler(context.getBean(InfoContributor.class)).get("procsBecause"))
                    .asString()
                    .containsPattern("\\d+ CPUs?");
            scheduler.setMaxProcs(5);
            assertThat(scheduler(context.getBean(InfoContributor.class)).get("procsBecause"))
                    .isEqualTo("chosen");
            scheduler.setDefaultMaxProcs();
            assertThat(scheduler(context.getBean(InfoContributor.class)).get("procsBecause"))
                    .asString()
                    .containsPattern("\\d+ CPUs?");
        });
    }

    @Test
    void itCanBeSwitchedOffAndNeedsActuator() {
        runner.withPropertyValues("management.info.gmp.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(InfoContributor.class));
        runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("gmpInfoContributor"));
    }

    private static Map<?, ?> gmp(InfoContributor contributor) {
        Info.Builder builder = new Info.Builder();
        contributor.contribute(builder);
        return (Map<?, ?>) builder.build().getDetails().get("gmp");
    }

    private static Map<?, ?> scheduler(InfoContributor contributor) {
        return (Map<?, ?>) ((Map<?, ?>) gmp(contributor).get("schedulers")).get("default");
    }
}
