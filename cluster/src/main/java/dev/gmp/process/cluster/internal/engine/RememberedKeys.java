package dev.gmp.process.cluster.internal.engine;

import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Which keys of remembered types have a process, kept by the cluster. Any thread may call it; no method blocks. */
public interface RememberedKeys {

    /** A process has been started for the key. It may be known already. */
    void keyStarted(String type, int shard, String key);

    /** The process of the key has ended for good: it is done, has failed or was idle. */
    void keyEnded(String type, int shard, String key);

    /** The keys of a shard that this node owns from now on. The engine asks again after a failure. */
    CompletionStage<Set<String>> load(String type, int shard);
}
