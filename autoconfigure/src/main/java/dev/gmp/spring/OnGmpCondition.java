package dev.gmp.spring;

import dev.gmp.spring.GmpProperties.Mode;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * The condition behind {@link ConditionalOnGmp}. It binds {@code gmp.mode} instead of comparing text: an unquoted
 * {@code off} in YAML arrives as {@code false}.
 */
final class OnGmpCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Mode mode = mode(context.getEnvironment());
        return new ConditionOutcome(
                mode != Mode.OFF,
                ConditionMessage.forCondition(ConditionalOnGmp.class).because("gmp.mode is " + mode));
    }

    static Mode mode(Environment environment) {
        return Binder.get(environment).bind("gmp.mode", Mode.class).orElse(Mode.AUTO);
    }
}
