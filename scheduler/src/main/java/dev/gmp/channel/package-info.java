/**
 * Channels, by which goroutines hand values to each other, and {@code select}, after Go.
 *
 * <pre>{@code
 * Channel<Order> orders = Channel.buffered(64);
 *
 * scheduler.execute(() -> {
 *     try (orders) {
 *         for (Order order : read()) {
 *             orders.send(order);
 *         }
 *     }
 * });
 *
 * for (Order order : orders) {
 *     ship(order);
 * }
 * }</pre>
 *
 * <p>Any thread may use them: a goroutine of any scheduler, any other virtual thread, any platform thread. A virtual goroutine that
 * waits is parked and holds no thread. A direct one holds its thread, and its processor goes to another goroutine.
 */
@NullMarked
package dev.gmp.channel;

import org.jspecify.annotations.NullMarked;
