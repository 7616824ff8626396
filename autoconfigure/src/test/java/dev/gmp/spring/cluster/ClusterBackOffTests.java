package dev.gmp.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.Processes;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.spring.process.ProcessesExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** When an application is no node of a cluster, and what is said of it. */
@ExtendWith(OutputCaptureExtension.class)
class ClusterBackOffTests {

    @Test
    void withoutSettingsTheApplicationStartsAsBeforeAndAKeyedTypeIsOneWithoutKeys(CapturedOutput output) {
        Node.without().run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(Cluster.class).doesNotHaveBean(ProcessesExtension.class);
            assertThat(context.getBean(Processes.class).types()).containsExactly("account");
            StringBuilder report = new StringBuilder();
            ConditionEvaluationReport.get(context.getSourceApplicationContext().getBeanFactory())
                    .getConditionAndOutcomesBySource()
                    .get(GmpClusterAutoConfiguration.class.getName())
                    .forEach(outcome -> report.append(outcome.getOutcome().getMessage()));
            assertThat(report).contains("@ConditionalOnGmpCluster gmp.cluster.name is not set");
        });
        assertThat(output).doesNotContain("gmp.cluster");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gmp.cluster.enabled=false", "gmp.mode=off"})
    void itCanBeSwitchedOff(String property, CapturedOutput output) {
        Node.without()
                .withPropertyValues("gmp.cluster.name=shop", property)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Cluster.class));
        assertThat(output).doesNotContain("gmp.cluster.*");
    }

    @Test
    void settingsWithoutANameAreNamedInTheLog(CapturedOutput output) {
        Node.without()
                .withPropertyValues("gmp.cluster.seed-nodes=other:7355")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Cluster.class));
        assertThat(output).contains("gmp.cluster.* have no effect: gmp.cluster.name is not set");
    }

    @Test
    void settingsWithoutTheModuleAreNamedInTheLog(CapturedOutput output) {
        Node.without()
                .withClassLoader(new FilteredClassLoader("dev.gmp.process.cluster"))
                .withPropertyValues("gmp.cluster.name=shop")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("gmpCluster"));
        assertThat(output).contains("gmp.cluster.* have no effect: gmp-process-cluster is not on the class path");
    }
}
