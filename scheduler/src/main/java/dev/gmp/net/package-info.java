/**
 * Network connections for virtual goroutines. Reading, writing, accepting and connecting look as if they blocked, and park
 * the goroutine. The scheduler's own machines wait for the sockets, so no other thread takes part. All of it is done by
 * {@link dev.gmp.net.NetConnection} and {@link dev.gmp.net.NetListener}.
 *
 * <pre>{@code
 * scheduler.virtual().execute(() -> {
 *     try (NetListener listener = NetListener.bind(new InetSocketAddress(7))) {
 *         while (true) {
 *             NetConnection connection = listener.accept();
 *             scheduler.virtual().execute(() -> echo(connection));
 *         }
 *     } catch (IOException e) {
 *         ...
 *     }
 * });
 * }</pre>
 */
@NullMarked
package dev.gmp.net;

import org.jspecify.annotations.NullMarked;
