package dev.gmp.spring.condition;

import dev.gmp.spring.config.ClusterSwitch;
import dev.gmp.spring.config.GmpProperties.Mode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

final class OnGmpClusterCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        String reason = Mode.of(context.getEnvironment()) == Mode.OFF
                ? "gmp.mode is OFF"
                : whyOff(ClusterSwitch.of(context.getEnvironment(), context.getClassLoader()));
        return new ConditionOutcome(
                reason == null,
                ConditionMessage.forCondition(ConditionalOnGmpCluster.class)
                        .because(reason == null ? "gmp.cluster.name is set" : reason));
    }

    private static @Nullable String whyOff(ClusterSwitch state) {
        return state == ClusterSwitch.ON ? null : state.reason();
    }
}
