package dev.gmp.spring.process;

import org.springframework.beans.factory.BeanDefinitionStoreException;

/** A bean that is meant for processes cannot serve them; the application does not start. */
public final class InvalidProcessBeanException extends BeanDefinitionStoreException {

    private static final long serialVersionUID = 1L;

    private final String action;

    /**
     * @param problem a sentence about what is wrong
     * @param action a sentence about what to do
     */
    public InvalidProcessBeanException(String problem, String action) {
        super(problem);
        this.action = action;
    }

    String action() {
        return action;
    }
}
