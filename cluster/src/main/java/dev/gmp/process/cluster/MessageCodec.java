package dev.gmp.process.cluster;

/**
 * Writes messages for other nodes, and reads them. Many threads use it at once. {@link JacksonMessageCodec} is one.
 *
 * @since 0.2.0
 */
public interface MessageCodec {

    /**
     * Called when the node is prepared, and once more if that failed. It comes before {@link #write} and {@link #read}; the other
     * methods may be called before it, by {@link ClusterBuilder#connect}. A codec needs it for addresses within messages.
     * Does nothing by default.
     *
     * @param cluster not yet joined
     */
    default void connect(Cluster cluster) {}

    /** The name of the format. A node whose format differs cannot join. The name of the codec's class by default. */
    default String format() {
        return getClass().getName();
    }

    /**
     * The name of a class of messages in the cluster.
     *
     * @throws UnregisteredMessageException if the class is not registered
     */
    String nameOf(Class<?> type);

    /**
     * Writes a message.
     *
     * @throws UnregisteredMessageException if its class is not registered
     * @throws IllegalArgumentException if the message cannot be written, or is too large
     */
    byte[] write(Object message);

    /**
     * Reads a message.
     *
     * @param name what {@link #nameOf} returned on the other node
     * @throws UnregisteredMessageException if the name is not registered here
     * @throws IllegalArgumentException if the bytes cannot be read
     */
    Object read(String name, byte[] bytes);
}
