package dev.gmp.spring.process;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in the report of a failed start what is wrong with a bean, and what to do. */
final class InvalidProcessBeanFailureAnalyzer extends AbstractFailureAnalyzer<InvalidProcessBeanException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidProcessBeanException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), rootFailure);
    }
}
