/**
 * Network connections for virtual goroutines: {@link dev.gmp.net.NetConnection} and {@link dev.gmp.net.NetListener}.
 * Reading, writing, accepting and connecting park the goroutine instead of blocking its thread. The scheduler's own
 * worker threads (machines) wait for the sockets, so no other thread takes part.
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
