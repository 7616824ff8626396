package dev.gmp.spring.condition;

import dev.gmp.spring.config.GmpProperties.Mode;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

final class OnGmpCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Mode mode = Mode.of(context.getEnvironment());
        return new ConditionOutcome(
                mode != Mode.OFF,
                ConditionMessage.forCondition(ConditionalOnGmp.class).because("gmp.mode is " + mode));
    }
}
