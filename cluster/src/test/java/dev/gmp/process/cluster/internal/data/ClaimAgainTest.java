package dev.gmp.process.cluster.internal.data;

import static dev.gmp.process.cluster.internal.data.DataNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.InternalActorRef;
import org.apache.pekko.cluster.ddata.DistributedData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class ClaimAgainTest {

    @Test
    void aNameThatWasGivenIsClaimedUntilTheNodesAnswer() throws Exception {
        try (DataNode node = new DataNode((DataNode) null)) {
            node.awaitMembers(1);
            Names names = node.data.names();
            assertThat(names.register("kept", 1, CompletableFuture::new)
                            .toCompletableFuture()
                            .get(60, TimeUnit.SECONDS))
                    .isTrue();
            Replica replica = names.replica();
            String set = names.set("kept");
            String confirmed = new Entry("kept", true, node.pid(1)).text();
            replica.remove(set, confirmed).toCompletableFuture().get(60, TimeUnit.SECONDS);
            InternalActorRef replicator =
                    (InternalActorRef) DistributedData.get(node.system()).replicator();
            replicator.suspend();
            names.publish(replica); // as in another life
            Thread.sleep(12_000); // until it has failed: a shorter sleep would only make the test weaker
            replicator.resume(null);

            await().until(() -> replica.read(set)
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS)
                    .contains(confirmed));
            assertThat(names.find("kept")).isEqualTo(node.pid(1));
        }
    }
}
