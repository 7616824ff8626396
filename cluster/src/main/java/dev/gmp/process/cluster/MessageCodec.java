package dev.gmp.process.cluster;

/**
 * Writes messages for other nodes, and reads them. Many threads use it at once.
 *
 * @since 0.2.0
 */
public interface MessageCodec {

    /**
     * The name of a class of messages in the cluster.
     *
     * @throws IllegalArgumentException if the class is not registered; the message says how to register it
     */
    String nameOf(Class<?> type);

    /**
     * Writes a message.
     *
     * @throws IllegalArgumentException if the class is not registered, or the message cannot be written
     */
    byte[] write(Object message);

    /**
     * Reads a message.
     *
     * @param name what {@link #nameOf} returned on the other node
     * @throws IllegalArgumentException if the name is not registered here, or the bytes cannot be read
     */
    Object read(String name, byte[] bytes);
}
