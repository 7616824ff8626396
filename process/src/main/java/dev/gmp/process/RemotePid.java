package dev.gmp.process;

import java.util.Objects;

/**
 * The address of a process on another node. Messages to it go through the {@link Relay}.
 *
 * @param node the node's name for the relay
 * @param number the process's number on that node
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
