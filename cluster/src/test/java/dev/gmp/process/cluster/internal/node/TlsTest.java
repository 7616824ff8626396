package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.internal.wire.Frame;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.actor.ActorSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of two nodes with certificates of one authority, and a third that they must not hear. */
@Tag("long")
class TlsTest {

    private static final Frame FRAME = new Frame.NotHere("order", 1);

    @TempDir
    static Path folder;

    private static final RecordingListener.Owners OWNERS = new RecordingListener.Owners();

    private static Authority ours;
    private static Authority another;
    private static TestNode first;
    private static TestNode second;

    private @Nullable TestNode stranger;

    @BeforeAll
    static void startTwo() throws Exception {
        ours = new Authority(folder, "ours");
        another = new Authority(folder, "another");
        first = start(ours.context()).awaitUp();
        second = start(ours.context(), first.address()).awaitUp();
    }

    @AfterAll
    static void endTwo() {
        Stream.of(first, second).parallel().forEach(TestNode::kill);
    }

    @BeforeEach
    void forgetFrames() {
        first.listener.frames.clear();
    }

    @AfterEach
    void endStranger() {
        if (stranger != null) {
            stranger.kill();
        }
    }

    @Test
    void nodesWithCertificatesOfOneAuthorityTalk() {
        assertThatTheTwoTalk();
    }

    @Test
    void aNodeWithACertificateOfAnotherAuthorityDeliversNothing() throws Exception {
        assertThatNothingIsDelivered(another.context(), "SSLHandshakeException");
    }

    @Test
    void aNodeThatTrustsTheAuthorityAndHasNoCertificateDeliversNothing() throws Exception {
        assertThatNothingIsDelivered(ours.contextWithoutCertificate(), "SSLHandshakeException");
    }

    @Test
    void aNodeWithoutTlsDeliversNothing() {
        assertThatNothingIsDelivered(null, "Couldn't join seed nodes");
    }

    /** The stranger knows the address of a node and of its gateway, and sends frames there. */
    private void assertThatNothingIsDelivered(@Nullable SSLContext context, String reason) {
        try (LogLines log = new LogLines()) {
            stranger = start(context, first.address());
            ActorSystem system = stranger.fabric.system();
            ActorSelection gateway = system.actorSelection(
                    "pekko://" + PekkoConfig.SYSTEM + "@" + first.address() + "/user/" + GatewayActor.NAME);

            await().atMost(TestNode.LIMIT).until(() -> {
                gateway.tell(FRAME, null);
                return log.hasLineWith(reason, first.address());
            });

            assertThat(stranger.fabric.status()).isEqualTo(Status.JOINING);
            assertThat(first.fabric.members()).hasSize(2);
            assertThat(first.listener.frames).isEmpty();
        }
        assertThatTheTwoTalk();
    }

    private void assertThatTheTwoTalk() {
        await().atMost(TestNode.LIMIT).until(() -> second.fabric.isReachable(first.self()));
        second.fabric.send(first.self(), FRAME);

        await().atMost(TestNode.LIMIT).until(() -> !first.listener.frames.isEmpty());
        assertThat(first.listener.frames).hasSize(1);
    }

    private static TestNode start(@Nullable SSLContext tls, String... seeds) {
        return new TestNode(TestNode.settings("test", 0, tls, TestNode.type(), seeds), OWNERS);
    }
}
