package dev.gmp.internal.jdk;

/**
 * Whether a Java agent is there that carries the context of a trace from the thread that submits a task to the thread that
 * runs it. Such an agent changes executors: it replaces the task by a wrapper, or remembers the context beside it.
 */
public final class TracingAgent {

    /** Of OpenTelemetry and its distributions, Datadog, Elastic. Each agent's jar is on the system class path. */
    private static final String[] CLASSES = {
        "io.opentelemetry.javaagent.OpenTelemetryAgent",
        "datadog.trace.bootstrap.AgentBootstrap",
        "co.elastic.apm.agent.premain.AgentMain",
    };

    // A constant: code that only an agent needs costs nothing without one.
    private static final boolean PRESENT = anyIsThere();

    private TracingAgent() {}

    /** The answer is that of the first call: an agent that is attached later is not noticed. */
    public static boolean isPresent() {
        return PRESENT;
    }

    private static boolean anyIsThere() {
        for (String name : CLASSES) {
            try {
                Class.forName(name, false, ClassLoader.getSystemClassLoader());
                return true;
            } catch (ClassNotFoundException | LinkageError none) {
                // the next one
            }
        }
        return false;
    }
}
