package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** What an operator reads when an application does not start because of a setting. */
@ExtendWith(OutputCaptureExtension.class)
class BadSettingsTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gmp.max-procs           | 0        | must be between 1 and 1024
            gmp.max-procs           | 1025     | must be between 1 and 1024
            gmp.min-procs           | 0        | must be between 1 and 1024
            gmp.time-slice          | 99us     | must be between PT0.0001S and PT10S
            gmp.time-slice          | 11s      | must be between PT0.0001S and PT10S
            gmp.threads.max         | 0        | must be between
            gmp.threads.max         | 1000001  | and 1000000
            gmp.threads.keep-alive  | 0s       | must be between PT0.001S and
            gmp.threads.keep-alive  | 366d     | must be between PT0.001S and
            gmp.queue-capacity      | 0        | must be at least 1
            gmp.idle-queue-capacity | 0        | must be at least 1
            gmp.overtime.nice       | 0        | must be between 1 and 19
            gmp.overtime.nice       | 20       | must be between 1 and 19
            gmp.recorder.size       | 63KB     | must be between 65536 and 268435456 bytes
            gmp.recorder.size       | 257MB    | must be between 65536 and 268435456 bytes
            gmp.schedtrace-interval | 9ms      | must be 0 (off) or at least 10 ms
            gmp.stall-after         | 999ms    | must be 0 (off) or at least 1 s
            gmp.stall-after         | 366d     | and at most 365 days
            gmp.leaks.interval      | 999ms    | must be between PT1S and PT1H
            gmp.leaks.interval      | 61m      | must be between PT1S and PT1H
            gmp.leaks.threshold     | 0s       | must be between PT1S and PT8760H
            gmp.leaks.threshold     | 366d     | must be between PT1S and PT8760H
            gmp.shutdown.await-termination-period | -1s  | must be between 0 and 365 days
            gmp.shutdown.await-termination-period | 366d | must be between 0 and 365 days
            """)
    void outOfRange(String property, String value, String range, CapturedOutput output) {
        start("--" + property + "=" + value);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Invalid value '" + value + "' for configuration property '" + property
                        + "' (originating from '\"" + property + "\" from property source \"commandLineArgs\"')")
                .contains(range)
                .contains("Review the value of the property with the provided reason.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gmp.mode             | sometimes | AUTO FORCE OFF
            gmp.goroutines       | green     | AUTO DIRECT VIRTUAL
            gmp.overtime.policy  | boost     | KEEP_PRIORITY LOWER_PRIORITY
            gmp.rejection-policy | shrug     | ABORT BLOCK CALLER_RUNS DISCARD_OLDEST
            """)
    void noneOfTheConstants(String property, String value, String constants, CapturedOutput output) {
        start("--" + property + "=" + value);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Property: " + property)
                .contains("Value: \"" + value + "\"")
                .contains("The following values are valid:")
                .contains(constants.split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gmp.max-procs                         | many
            gmp.min-procs                         | few
            gmp.time-slice                        | soon
            gmp.threads.max                       | many
            gmp.threads.keep-alive                | long
            gmp.queue-capacity                    | 2147483648
            gmp.schedtrace-interval               | often
            gmp.recorder.size                     | large
            gmp.stall-after                       | late
            gmp.shutdown.await-termination-period | forever
            """)
    void ofAnotherType(String property, String value, CapturedOutput output) {
        start("--" + property + "=" + value);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Property: " + property)
                .contains("Value: \"" + value + "\"")
                .contains("failed to convert");
    }

    @Test
    void aRangeThatDependsOnAnotherSettingIsReportedWithItsBound(CapturedOutput output) {
        start("--gmp.max-procs=8", "--gmp.threads.max=7");
        assertThat(output)
                .contains("Invalid value '7' for configuration property 'gmp.threads.max'")
                .contains("must be between 8 and 1000000");
    }

    @Test
    void twoForcesContradictEachOther(CapturedOutput output) {
        start("--gmp.mode=force", "--spring.task.execution.mode=force");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Invalid value 'force' for configuration property 'gmp.mode'")
                .contains("spring.task.execution.mode is 'force', too")
                .contains("set only one of them");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max-goroutines=0                                         | max-goroutines   | 0           | must be at least 1
            max-goroutines=1,queue-capacity=-1                       | queue-capacity   | -1          | must be at least 0
            max-goroutines=1,rejection-policy=block                  | rejection-policy | block       | must be ABORT or DISCARD_OLDEST
            max-goroutines=1,rejection-policy=caller-runs            | rejection-policy | caller-runs | a bulkhead never blocks the submitting thread
            max-goroutines=1,time-slice=20ms                         | time-slice       | 20ms        | must be absent unless separate or max-procs
            max-goroutines=1,threads.max=20                          | threads.max      | 20          | it shares the application's scheduler
            queue-capacity=7                                         | max-goroutines   | null        | must be at least 1, unless
            max-procs=0                                              | max-procs        | 0           | must be between 1 and 1024
            max-procs=8,threads.max=4                                | threads.max      | 4           | must be between 8 and 1000000
            max-procs=1,max-goroutines=1,queue-capacity=-1           | queue-capacity   | -1          | must be at least 0
            separate=true,queue-capacity=0                           | queue-capacity   | 0           | must be at least 1
            """)
    void ofANamedScheduler(String settings, String setting, String value, String reason, CapturedOutput output) {
        start(Stream.of(settings.split(","))
                .map(each -> "--gmp.schedulers.orders." + each)
                .toArray(String[]::new));
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("gmp.schedulers.orders." + setting)
                .contains("'" + value + "'")
                .contains(reason);
    }

    /** What an entry leaves to {@code gmp} is reported as what was set. */
    @Test
    void ofANamedSchedulerThatHasItFromTheOthers(CapturedOutput output) {
        start("--gmp.threads.max=4", "--gmp.max-procs=1", "--gmp.schedulers.reports.max-procs=8");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Invalid value '4' for configuration property 'gmp.threads.max'")
                .contains("must be between 8 and 1000000, for 'gmp.schedulers.reports', which has none of its own");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '[ ]'            | a name must begin with a letter
            1st              | a name must begin with a letter
            '[a.b]'          | a name must begin with a letter
            default          | that is the name of the application's own scheduler
            application      | it defines a bean 'applicationTaskExecutor', and there is one of that name already
            mine             | it defines a bean 'mineTaskScheduler', and there is one of that name already
            takenExecutor    | the application has an executor or task scheduler bean of that name
            """)
    void aNameThatIsNone(String name, String reason, CapturedOutput output) {
        start("--gmp.mode=force", "--gmp.schedulers" + (name.startsWith("[") ? "" : ".") + name + ".max-goroutines=1");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("for configuration property 'gmp.schedulers" + (name.startsWith("[") ? "" : ".") + name + "'")
                .contains(reason);
    }

    @Test
    void anEntryInBracketsIsNamedAsItIsWritten(CapturedOutput output) {
        start("--gmp.schedulers[my_orders].max-goroutines=0x0");
        assertThat(output)
                .contains("Invalid value '0x0' for configuration property 'gmp.schedulers[my_orders].max-goroutines'"
                        + " (originating from '\"gmp.schedulers[my_orders].max-goroutines\" from property source");
    }

    @Test
    void anEmptyNameIsReportedAsWhatItReadsLike(CapturedOutput output) {
        start("--gmp.schedulers[].max-goroutines=1");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Failed to bind properties under 'gmp.schedulers.max-goroutines'");
    }

    @Test
    void forceFindsItsNameTaken(CapturedOutput output) {
        Throwable failure = catchThrowable(() -> new SpringApplicationBuilder(Application.class, NameTaken.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .run("--gmp.mode=force")
                .close());
        assertThat(failure).isNotNull();
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Invalid value 'force' for configuration property 'gmp.mode'")
                .contains("the application itself defines the bean 'applicationTaskExecutor' in")
                .contains("give that bean another name, or leave gmp.mode at auto to use it");
    }

    /** On this JDK there are no virtual threads at all. */
    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void virtualGoroutinesWhereThereAreNone(CapturedOutput output) {
        start("--gmp.goroutines=virtual");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Invalid value 'virtual' for configuration property 'gmp.goroutines'")
                .contains("21");
    }

    private static void start(String... arguments) {
        Throwable failure = catchThrowable(() -> new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .run(arguments)
                .close());
        assertThat(failure).as("the application started").isNotNull();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({GmpAutoConfiguration.class, TaskExecutionAutoConfiguration.class})
    static class Application {

        @Bean
        String mineTaskScheduler() {
            return "not a task scheduler";
        }

        @Bean(defaultCandidate = false)
        Executor takenExecutor() {
            return Runnable::run;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NameTaken {

        @Bean
        ThreadPoolTaskExecutor applicationTaskExecutor() {
            return new ThreadPoolTaskExecutor();
        }
    }
}
