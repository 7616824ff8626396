package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.Relay;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import org.jspecify.annotations.Nullable;

/** Where the processes of this node send what is not for one of them by its own address. */
final class ClusterRelay implements Relay {

    private final Router router;

    ClusterRelay(Router router) {
        this.router = router;
    }

    @Override
    public SendResult send(Pid to, @Nullable Pid sender, Object message) {
        return to instanceof KeyedPid || to instanceof RemotePid
                ? router.send(to, sender, message)
                : SendResult.UNKNOWN;
    }
}
