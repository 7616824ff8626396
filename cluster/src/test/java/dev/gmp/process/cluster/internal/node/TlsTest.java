package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.internal.wire.Frame;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    Path directory;

    private final RecordingListener.Owners owners = new RecordingListener.Owners();
    private final Deque<TestNode> nodes = new ArrayDeque<>();

    @AfterEach
    void endAll() {
        nodes.forEach(TestNode::kill);
    }

    @Test
    void nodesWithATrustedCertificateTalkAndOthersStayOut() throws Exception {
        SSLContext trusted = context("trusted");
        TestNode first = start(trusted).awaitUp();
        TestNode second = start(trusted, first.address()).awaitUp();
        await().atMost(TestNode.LIMIT).until(() -> second.fabric.isReachable(first.self()));
        second.fabric.send(first.self(), new Frame.NotHere("order", 1));
        await().atMost(TestNode.LIMIT).until(() -> !first.listener.frames.isEmpty());

        try (LogLines log = new LogLines()) {
            TestNode stranger = start(context("stranger"), first.address());
            TestNode plain = start(null, first.address());
            await().atMost(TestNode.LIMIT)
                    .pollDelay(Duration.ofSeconds(1))
                    .until(() -> log.hasLineWith("Couldn't join seed nodes after [2]", first.address()));

            assertThat(stranger.fabric.status()).isEqualTo(Status.JOINING);
            assertThat(plain.fabric.status()).isEqualTo(Status.JOINING);
            assertThat(first.fabric.members()).hasSize(2);
            assertThat(first.listener.frames).hasSize(1);
        }
    }

    private TestNode start(@Nullable SSLContext tls, String... seeds) {
        TestNode node = new TestNode(TestNode.settings("test", 0, tls, TestNode.type(), seeds), owners);
        nodes.push(node);
        return node;
    }

    /** A key of its own, and trust in its own certificate only. */
    private SSLContext context(String name) throws Exception {
        Path file = directory.resolve(name + ".p12");
        java.lang.Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(name, store.getCertificate(name));
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
