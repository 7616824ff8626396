package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.internal.engine.KeyedMessage.CancelRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** The process of a key, with the route to it. */
record RoutedProcess(Router router, Route route, KeyedPid pid) implements KeyedProcess {

    @Override
    public SendResult send(Object message) {
        return route.send(pid, null, Objects.requireNonNull(message, "message"));
    }

    @Override
    public <R> CompletableFuture<R> ask(Object message, Class<R> answer, Duration timeout) {
        return router.ask(pid, message, answer, timeout);
    }

    @Override
    public SendResult cancel(String reason) {
        return route.pass(KeyedMessage.of(pid, null, new CancelRequest(Objects.requireNonNull(reason, "reason"))));
    }

    @Override
    public String toString() {
        return pid.toString();
    }
}
