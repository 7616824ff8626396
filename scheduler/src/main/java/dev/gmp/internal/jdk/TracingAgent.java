package dev.gmp.internal.jdk;

/**
 * Whether a Java agent is there that carries the context of a trace from the thread that submits a task to the thread that
 * runs it. Such an agent changes executors: it replaces the task by a wrapper, or remembers the context beside it.
 */
public final class TracingAgent {

    // Constants: code that only an agent needs costs nothing without one.

    private static final boolean DATADOG = isThere("datadog.trace.bootstrap.AgentBootstrap");

    private static final boolean PRESENT = DATADOG
            || isThere("io.opentelemetry.javaagent.OpenTelemetryAgent") // and its distributions
            || isThere("co.elastic.apm.agent.premain.AgentMain");

    private TracingAgent() {}

    /** The answer is that of the first call: an agent that is attached later is not noticed. */
    public static boolean isPresent() {
        return PRESENT;
    }

    /** Whether it is one that notes the trace where a {@link java.util.concurrent.FutureTask} is made. */
    public static boolean notesTracesInFutures() {
        return DATADOG;
    }

    /** Each agent's jar is on the system class path. */
    private static boolean isThere(String agent) {
        try {
            Class.forName(agent, false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError none) {
            return false;
        }
    }
}
