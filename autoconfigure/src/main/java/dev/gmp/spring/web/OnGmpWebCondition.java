package dev.gmp.spring.web;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether {@code gmp.web.enabled} is true. It binds it instead of comparing text, because {@code yes} and {@code 1} are true, too. */
final class OnGmpWebCondition extends SpringBootCondition {

    private static final String PROPERTY = "gmp.web.enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean enabled = Binder.get(context.getEnvironment())
                .bind(PROPERTY, Boolean.class)
                .orElse(false);
        return new ConditionOutcome(
                enabled, ConditionMessage.forCondition(PROPERTY).because(enabled ? "it is true" : "it is not true"));
    }
}
