package dev.gmp.process.cluster.internal.node;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/**
 * TLS between nodes, by the application's context. Both sides of a connection must show a certificate that the other trusts.
 * Pekko logs the refusal of a connection on the side that opened it.
 *
 * <p>The names in a certificate are not compared with the address of its node. Addresses are often those of pods, which stand in
 * no certificate. Nor would it keep anything out: the side that opens a connection has no name to compare, and each trusted
 * node may send as any other. So the authority that is trusted must be one for the nodes of this cluster only.
 */
record TlsEngines(SSLContext context) implements SSLEngineProvider {

    @Override
    public SSLEngine createServerSSLEngine(String host, int port) {
        return engine(host, port, false);
    }

    @Override
    public SSLEngine createClientSSLEngine(String host, int port) {
        return engine(host, port, true);
    }

    private SSLEngine engine(String host, int port, boolean isClient) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(isClient);
        engine.setNeedClientAuth(!isClient);
        return engine;
    }

    @Override
    public Option<Throwable> verifyClientSession(String host, SSLSession session) {
        return Option.empty();
    }

    @Override
    public Option<Throwable> verifyServerSession(String host, SSLSession session) {
        return Option.empty();
    }
}
