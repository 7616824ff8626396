package dev.gmp.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Nodes with an SSL bundle, which Boot reads as for a web server. */
class EncryptedNodesTests {

    @TempDir
    private Path folder;

    @Test
    void nodesOfOneBundleTalkByTls() throws Exception {
        Path keys = keyStore("nodes");
        with(Node.first(), keys)
                .run(first -> with(Node.besides(first), keys).run(second -> {
                    Node.awaitMembers(2, first, second);
                    assertThat(TwoNodesTests.deposit(second, "key", 1))
                            .isEqualTo(TwoNodesTests.deposit(first, "key", 0));

                    int port = Integer.parseInt(Node.address(first).replaceFirst(".*:", ""));
                    var context =
                            first.getBean(SslBundles.class).getBundle("nodes").createSslContext();
                    try (SSLSocket socket =
                            (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
                        socket.startHandshake();
                        assertThat(socket.getSession().getPeerPrincipal().getName())
                                .isEqualTo("CN=nodes");
                    }
                }));
    }

    private static ApplicationContextRunner with(ApplicationContextRunner node, Path keys) {
        String bundle = "spring.ssl.bundle.jks.nodes.";
        return node.withPropertyValues(
                "gmp.cluster.ssl.bundle=nodes",
                bundle + "keystore.location=file:" + keys,
                bundle + "keystore.password=secret",
                bundle + "truststore.location=file:" + keys,
                bundle + "truststore.password=secret");
    }

    /** With a key and its own certificate, which it trusts. */
    private Path keyStore(String name) throws IOException, InterruptedException {
        Path file = folder.resolve(name + ".p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-alias", name, "-dname", "CN=" + name));
        command.addAll(List.of("-ext", "san=ip:127.0.0.1", "-storetype", "PKCS12", "-storepass", "secret"));
        command.addAll(List.of("-keystore", file.toString()));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).as(() -> logOf(folder)).isZero();
        return file;
    }

    private static String logOf(Path folder) {
        try {
            return Files.readString(folder.resolve("keytool.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
