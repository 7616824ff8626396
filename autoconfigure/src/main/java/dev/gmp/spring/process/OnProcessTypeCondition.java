package dev.gmp.spring.process;

import dev.gmp.process.Process;
import dev.gmp.process.ProcessType;
import dev.gmp.spring.condition.ConditionalOnGmpCluster;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;

/** Matches where the application has a process type, in either way, or is a node of a cluster. */
final class OnProcessTypeCondition extends AnyNestedCondition {

    OnProcessTypeCondition() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnBean(Process.class)
    static final class PrototypeBean {}

    @ConditionalOnBean(ProcessType.class)
    static final class ProcessTypeBean {}

    @ConditionalOnGmpCluster
    static final class Node {}
}
