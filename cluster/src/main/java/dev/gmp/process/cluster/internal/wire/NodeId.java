package dev.gmp.process.cluster.internal.wire;

import java.util.Objects;

/**
 * A node in one life: after a restart the same address has another number.
 *
 * @param address {@code host:port}
 * @param uid the number of this life
 */
public record NodeId(String address, long uid) {

    public NodeId {
        Objects.requireNonNull(address, "address");
    }

    /** Reads what {@link #toString} wrote. */
    public static NodeId parse(String text) {
        int slash = text.lastIndexOf('/');
        return new NodeId(text.substring(0, slash), Long.parseLong(text.substring(slash + 1)));
    }

    /** The node's name in a {@link dev.gmp.process.RemotePid}. */
    @Override
    public String toString() {
        return address + "/" + uid;
    }
}
