package dev.gmp.spring.it.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.web.GmpWebAutoConfiguration;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport.ConditionAndOutcomes;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;

/** What the switch needs, what it refuses, and what the condition report says of it. */
@ExtendWith(OutputCaptureExtension.class)
class WebSettingsTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, GmpWebAutoConfiguration.class));

    @ParameterizedTest
    @ValueSource(strings = {"caller-runs", "block", "discard-oldest"})
    void aLimitedQueueNeedsThePolicyToAbort(String policy, CapturedOutput output) {
        Throwable failure = catchThrowable(() -> Server.TOMCAT
                .start("--gmp.web.enabled=true", "--gmp.queue-capacity=5", "--gmp.rejection-policy=" + policy)
                .close());
        assertThat(failure).isNotNull();
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Invalid value '" + policy + "' for configuration property 'gmp.rejection-policy'")
                .contains("must be 'abort' where gmp.web.enabled is true and gmp.queue-capacity is limited (it is 5)");
    }

    @Test
    void withoutALimitAnyPolicyWill() {
        runner.withPropertyValues("gmp.web.enabled=true", "gmp.rejection-policy=caller-runs")
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** As Boot binds it. */
    @ParameterizedTest
    @ValueSource(strings = {"true", "yes", "on", "1"})
    void onByWhateverMeansTrue(String value) {
        runner.withPropertyValues("gmp.web.enabled=" + value)
                .run(context -> assertThat(context).hasSingleBean(GmpWebAutoConfiguration.class));
    }

    @Test
    void offUnlessAskedFor() {
        runner.run(context -> {
            assertThat(context).doesNotHaveBean(GmpWebAutoConfiguration.class);
            ConditionAndOutcomes outcomes = ConditionEvaluationReport.get(context.getBeanFactory())
                    .getConditionAndOutcomesBySource()
                    .get(GmpWebAutoConfiguration.class.getName());
            assertThat(outcomes)
                    .anySatisfy(outcome ->
                            assertThat(outcome.getOutcome().getMessage()).contains("gmp.web.enabled"));
        });
    }

    @Test
    void withoutTomcat() {
        runner.withPropertyValues("gmp.web.enabled=true")
                .withClassLoader(
                        new FilteredClassLoader(ConfigurableTomcatWebServerFactory.class, VirtualThreadExecutor.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasBean("gmpJettyWebServerFactoryCustomizer")
                        .doesNotHaveBean("gmpTomcatWebServerFactoryCustomizer"));
    }

    @Test
    void withoutJetty() {
        runner.withPropertyValues("gmp.web.enabled=true")
                .withClassLoader(new FilteredClassLoader(
                        "org.eclipse.jetty", ConfigurableJettyWebServerFactory.class.getPackageName()))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasBean("gmpTomcatWebServerFactoryCustomizer")
                        .doesNotHaveBean("gmpJettyWebServerFactoryCustomizer"));
    }
}
