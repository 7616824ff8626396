package dev.gmp.process.cluster.internal.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
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
    private static final String FILE = "keys.p12";

    private final Path folder;
    private final Certificate own;
    private final KeyStore node;

    Authority(Path parent, String name) throws Exception {
        folder = Files.createDirectory(parent.resolve(name));
        generate("ca", "CN=" + name, "-ext", "bc:c");
        generate("node", "CN=node of " + name, "-signer", "ca");
        node = KeyStore.getInstance(folder.resolve(FILE).toFile(), PASSWORD.toCharArray());
        own = node.getCertificate("ca");
        node.deleteEntry("ca"); // a node has no key of the authority
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

    private void generate(String alias, String name, String... more) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")); // it lives for a second
        command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-alias", alias, "-dname", name));
        command.addAll(List.of("-keystore", FILE, "-storepass", PASSWORD));
        command.addAll(List.of(more));
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
