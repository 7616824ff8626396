package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
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
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** What is read by whoever adds the starter to an application that injects beans of Boot's own classes. */
@ExtendWith(OutputCaptureExtension.class)
class ReplacedBeanFailureAnalyzerTests {

    @ParameterizedTest
    @CsvSource({
        "executor, ThreadPoolTaskExecutor, applicationTaskExecutor, AsyncTaskExecutor, spring.task.execution.mode=force",
        "simple-executor, SimpleAsyncTaskExecutor, applicationTaskExecutor, AsyncTaskExecutor, spring.task.execution.mode=force",
        "scheduler, ThreadPoolTaskScheduler, taskScheduler, TaskScheduler, gmp.mode=off",
        "simple-scheduler, SimpleAsyncTaskScheduler, taskScheduler, TaskScheduler, gmp.mode=off"
    })
    void namesTheBeanThatTookThePlace(
            String wanted, String className, String bean, String type, String back, CapturedOutput output) {
        start("--wanted=" + wanted);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .containsPattern(
                        "Parameter 0 of method \\S+ in \\S+ required a bean of type '\\S+\\." + className + "'")
                .contains("Boot makes one as '" + bean + "', but gmp's scheduler has taken its place")
                .contains("Ask for the type " + type + ", which both of them are")
                .contains(back + ".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--gmp.mode=off", "--spring.task.execution.mode=force"})
    void saysNothingWhereTheExecutorIsNotOurs(String setting, CapturedOutput output) {
        start("--wanted=executor", setting);
        assertThat(output).contains("required a bean of type").doesNotContain("gmp's scheduler has taken its place");
    }

    /** Boot's report says which bean was passed over. */
    @Test
    void saysNothingWhereABeanOfTheClassDoesNotMatch(CapturedOutput output) {
        start("--wanted=qualified");
        assertThat(output)
                .contains("required a bean of type")
                .contains("mail")
                .doesNotContain("gmp's scheduler has taken its place");
    }

    @Test
    void saysNothingOfOtherBeans(CapturedOutput output) {
        start("--wanted=other");
        assertThat(output)
                .contains("required a bean of type 'java.lang.StringBuilder'")
                .doesNotContain("gmp's scheduler has taken its place");
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
