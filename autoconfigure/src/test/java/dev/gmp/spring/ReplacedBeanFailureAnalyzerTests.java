package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** What is read by whoever adds the starter to an application that injects beans of Boot's own classes. */
@ExtendWith(OutputCaptureExtension.class)
class ReplacedBeanFailureAnalyzerTests {

    private static final String TAKEN = "gmp's scheduler has taken its place";
    private static final String SCHEDULING = "--scheduling=true";
    private static final String VIRTUAL = "--spring.threads.virtual.enabled=true";

    @ParameterizedTest
    @CsvSource({
        "executor, ThreadPoolTaskExecutor, applicationTaskExecutor, AsyncTaskExecutor, spring.task.execution.mode=force",
        "scheduler, ThreadPoolTaskScheduler, taskScheduler, TaskScheduler, gmp.mode=off"
    })
    void namesTheBeanThatTookThePlace(
            String wanted, String className, String bean, String type, String back, CapturedOutput output) {
        start("--wanted=" + wanted, SCHEDULING);
        assertNamed(output, className, bean, type, back);
    }

    @ParameterizedTest
    @EnabledForJreRange(min = JRE.JAVA_21)
    @CsvSource({
        "simple-executor, SimpleAsyncTaskExecutor, applicationTaskExecutor, AsyncTaskExecutor, spring.task.execution.mode=force",
        "simple-scheduler, SimpleAsyncTaskScheduler, taskScheduler, TaskScheduler, gmp.mode=off"
    })
    void namesTheBeanThatTookThePlaceOfOneOnVirtualThreads(
            String wanted, String className, String bean, String type, String back, CapturedOutput output) {
        start("--wanted=" + wanted, SCHEDULING, VIRTUAL);
        assertNamed(output, className, bean, type, back);
    }

    private static void assertNamed(CapturedOutput output, String className, String bean, String type, String back) {
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .containsPattern(
                        "Parameter 0 of method \\S+ in \\S+ required a bean of type '\\S+\\." + className + "'")
                .contains("Boot makes one as '" + bean + "', but " + TAKEN)
                .contains("Ask for the type " + type + ", which both of them are")
                .contains("Or give Boot its own back: " + back + ".");
    }

    @Test
    void advisesNoSettingThatContradictsAnother(CapturedOutput output) {
        start("--wanted=executor", "--gmp.mode=force");
        assertThat(output).contains(TAKEN).doesNotContain("Or give Boot its own back");
    }

    /** Boot would have made none either: its executor has another class, and its task scheduler is there for annotated methods. */
    @ParameterizedTest
    @ValueSource(strings = {"simple-executor", "simple-scheduler", "scheduler"})
    void saysNothingWhereBootWouldHaveMadeNone(String wanted, CapturedOutput output) {
        start("--wanted=" + wanted);
        assertThat(output).contains("required a bean of type").doesNotContain(TAKEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--gmp.mode=off", "--spring.task.execution.mode=force"})
    void saysNothingWhereTheExecutorIsNotOurs(String setting, CapturedOutput output) {
        start("--wanted=executor", setting);
        assertThat(output).contains("required a bean of type").doesNotContain(TAKEN);
    }

    /** Boot's report says which bean was passed over. */
    @Test
    void saysNothingWhereABeanOfTheClassDoesNotMatch(CapturedOutput output) {
        start("--wanted=qualified");
        assertThat(output).contains("required a bean of type").contains("mail").doesNotContain(TAKEN);
    }

    @Test
    void saysNothingOfOtherBeans(CapturedOutput output) {
        start("--wanted=other");
        assertThat(output)
                .contains("required a bean of type 'java.lang.StringBuilder'")
                .doesNotContain(TAKEN);
    }

    private static void start(String... arguments) {
        assertThat(catchThrowable(() -> new SpringApplicationBuilder(Application.class)
                        .web(WebApplicationType.NONE)
                        .bannerMode(Banner.Mode.OFF)
                        .run(arguments)
                        .close()))
                .isNotNull();
    }

    /** Without Boot's own auto-configurations: where the executor is not ours, none is there. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(GmpAutoConfiguration.class)
    static class Application {

        @Configuration(proxyBeanMethods = false)
        @EnableScheduling
        @ConditionalOnProperty(name = "scheduling")
        static class Scheduling {}

        @Bean
        @ConditionalOnProperty(name = "wanted", havingValue = "executor")
        String executor(ThreadPoolTaskExecutor wanted) {
            return "";
        }

        @Bean
        @ConditionalOnProperty(name = "wanted", havingValue = "simple-executor")
        String simpleExecutor(SimpleAsyncTaskExecutor wanted) {
            return "";
        }

        @Bean
        @ConditionalOnProperty(name = "wanted", havingValue = "scheduler")
        String scheduler(ThreadPoolTaskScheduler wanted) {
            return "";
        }

        @Bean
        @ConditionalOnProperty(name = "wanted", havingValue = "simple-scheduler")
        String simpleScheduler(SimpleAsyncTaskScheduler wanted) {
            return "";
        }

        @Bean
        @ConditionalOnProperty(name = "wanted", havingValue = "qualified")
        String qualified(@Qualifier("mial") ThreadPoolTaskExecutor wanted) {
            return "";
        }

        @Bean(defaultCandidate = false)
        @Qualifier("mail")
        @ConditionalOnProperty(name = "wanted", havingValue = "qualified")
        ThreadPoolTaskExecutor mail() {
            return new ThreadPoolTaskExecutor();
        }

        @Bean
        @ConditionalOnProperty(name = "wanted", havingValue = "other")
        String other(StringBuilder wanted) {
            return "";
        }
    }
}
