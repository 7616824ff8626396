package dev.gmp.process;

import java.util.Objects;

/**
 * The address of a process on another node. What is sent there goes through the {@link Relay}.
 *
 * @param node as the relay knows it
 * @param number the process's number there
 * @since 0.1
 */
public record RemotePid(String node, long number) implements Pid {

    public RemotePid {
        Objects.requireNonNull(node, "node");
    }

    @Override
    public String toString() {
        return number + "@" + node;
    }
}
