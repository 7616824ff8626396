package dev.gmp.process.cluster.internal.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** An authority that has given a node a certificate. The JDK's keytool makes both. */
final class Authority {

    private static final String PASSWORD = "changeit";

    private final Path folder;
    private final Certificate own;
    private final KeyStore node;

    Authority(Path parent, String name) throws Exception {
        folder = Files.createDirectory(parent.resolve(name));
        keytool(
                "-genkeypair",
                "-alias",
                "ca",
                "-keystore",
                "ca.p12",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "bc:c");
        keytool(
                "-genkeypair",
                "-alias",
                "node",
                "-keystore",
                "node.p12",
                "-keyalg",
                "EC",
                "-dname",
                "CN=node of " + name);
        keytool("-certreq", "-alias", "node", "-keystore", "node.p12", "-file", "node.csr");
        keytool("-gencert", "-alias", "ca", "-keystore", "ca.p12", "-infile", "node.csr", "-outfile", "node.crt");
        own = load("ca.p12").getCertificate("ca");
        node = load("node.p12");
        try (InputStream in = Files.newInputStream(folder.resolve("node.crt"))) {
            Certificate given = CertificateFactory.getInstance("X.509").generateCertificate(in);
            Key key = node.getKey("node", PASSWORD.toCharArray());
            node.setKeyEntry("node", key, PASSWORD.toCharArray(), new Certificate[] {given, own});
        }
    }

    /** Trusts the authority, and shows a certificate of it. */
    SSLContext context() throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(node, PASSWORD.toCharArray());
        return context(keys.getKeyManagers());
    }

    /** Trusts the authority, and shows no certificate. */
    SSLContext contextWithoutCertificate() throws Exception {
        return context(null);
    }

    private SSLContext context(KeyManager @Nullable [] keys) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", own);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }

    private KeyStore load(String file) throws Exception {
        return KeyStore.getInstance(folder.resolve(file).toFile(), PASSWORD.toCharArray());
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError(command + " has failed: " + output);
        }
    }
}
