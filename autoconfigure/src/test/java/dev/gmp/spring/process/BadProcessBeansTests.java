package dev.gmp.spring.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gmp.process.CommandHandler;
import dev.gmp.process.ProcessType;
import dev.gmp.spring.process.Counter.LookUp;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** What a developer reads when an application does not start because of its processes. */
@ExtendWith(OutputCaptureExtension.class)
class BadProcessBeansTests {

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        Singleton.class, "The bean 'counter' is a dev.gmp.process.Process, but no prototype", "@Scope"),
                Arguments.of(NoEntry.class, "The bean 'counter' has @EntryPoints without a name", "Name at least one"),
                Arguments.of(
                        Twins.class, "a process type of the name 'counter', and there is one", "a name of its own"),
                Arguments.of(
                        Untyped.class, "The bean 'raw' is a CommandHandler, but its type does not say", "FetchPage"),
                Arguments.of(Rivals.class, "The beans 'one' and 'two' both handle commands of", "Remove one of them"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void theReportSaysWhatIsWrongAndWhatToDo(Class<?> mistake, String problem, String action, CapturedOutput output) {
        start(mistake);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(problem)
                .contains("Action:")
                .contains(action);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gmp.process.max-processes                     | 0     | must be at least 1
            gmp.process.mailbox-capacity                  | 0     | must be at least 1
            gmp.process.events-per-step                   | 0     | must be at least 1
            gmp.process.shutdown.await-termination-period | -1s   | must be between 0 and 365 days
            gmp.process.shutdown.await-termination-period | 366d  | must be between 0 and 365 days
            """)
    void aSettingOutOfRangeIsNamed(String property, String value, String range, CapturedOutput output) {
        start(Fine.class, "--" + property + "=" + value);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Invalid value '" + value + "' for configuration property '" + property
                        + "' (originating from '\"" + property + "\" from property source \"commandLineArgs\"')")
                .contains(range);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            none   | there is none of this name, and those that have are 'batch'
            orders | this one is a bulkhead only, and those that have are 'batch'
            """)
    void aSchedulerThatHasNoProcessorsIsNamed(String scheduler, String reason, CapturedOutput output) {
        start(
                Fine.class,
                "--gmp.process.scheduler=" + scheduler,
                "--gmp.schedulers.batch.max-procs=1",
                "--gmp.schedulers.orders.max-goroutines=1");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Invalid value '" + scheduler + "' for configuration property 'gmp.process.scheduler'")
                .contains("must be an entry of gmp.schedulers with processors of its own, by max-procs or separate; "
                        + reason);
    }

    private static void start(Class<?> configuration, String... arguments) {
        assertThat(catchThrowable(() -> new SpringApplicationBuilder(Application.class, configuration)
                        .web(WebApplicationType.NONE)
                        .bannerMode(Banner.Mode.OFF)
                        .run(arguments)
                        .close()))
                .isNotNull();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({dev.gmp.spring.GmpAutoConfiguration.class, GmpProcessAutoConfiguration.class})
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    static class Fine {

        @Bean
        @Scope("prototype")
        Counter counter() {
            return new Counter();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Singleton {

        @Bean
        Counter counter() {
            return new Counter();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoEntry {

        @Bean
        @Scope("prototype")
        @EntryPoints({})
        Counter counter() {
            return new Counter();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Twins extends Fine {

        @Bean
        ProcessType other() {
            return ProcessType.of("counter", Counter::new, "run");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Untyped extends Fine {

        @Bean
        @SuppressWarnings("rawtypes")
        CommandHandler raw() {
            return command -> null;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Rivals extends Fine {

        @Bean
        CommandHandler<LookUp, String> one() {
            return LookUp::word;
        }

        @Bean
        CommandHandler<LookUp, String> two() {
            return LookUp::word;
        }
    }
}
