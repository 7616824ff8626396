package dev.gmp.spring.process;

import dev.gmp.process.Process;
import dev.gmp.process.ProcessType;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;

/** Matches where the application has a process type, in either way. */
final class OnProcessTypeCondition extends AnyNestedCondition {

    OnProcessTypeCondition() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnBean(Process.class)
    static final class PrototypeBean {}

    @ConditionalOnBean(ProcessType.class)
    static final class ProcessTypeBean {}
}
