package dev.gmp.spring.process;

import dev.gmp.process.ProcessType;
import dev.gmp.process.ProcessesBuilder;
import java.util.Map;

/** A bean of the starter that takes part when the application's {@code Processes} are built. */
public interface ProcessesExtension {

    /**
     * Called once, before the types are registered.
     *
     * @param builder has handlers, listeners and the relay of the application
     * @param types by bean name; the extension removes those that it registers itself
     * @throws InvalidProcessBeanException if the application has beans that cannot serve it
     */
    void extend(ProcessesBuilder builder, Map<String, ProcessType> types);
}
