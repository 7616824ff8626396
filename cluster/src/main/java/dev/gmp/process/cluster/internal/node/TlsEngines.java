package dev.gmp.process.cluster.internal.node;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/** TLS between nodes, by the application's context. Both sides show a certificate that the other trusts. */
record TlsEngines(SSLContext context) implements SSLEngineProvider {

    @Override
    public SSLEngine createServerSSLEngine(String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(true);
        return engine;
    }

    @Override
    public SSLEngine createClientSSLEngine(String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
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
