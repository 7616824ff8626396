package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.Cluster;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/**
 * TLS between nodes, by the application's context. Both sides of a connection must show a certificate that the other trusts.
 *
 * <p>The names in a certificate are not compared with the address of its node. Addresses are often those of pods, which stand in
 * no certificate. Nor would it keep anything out: the side that opens a connection has no name to compare, and each trusted
 * node may send as any other. So the authority that is trusted must be one for the nodes of this cluster only.
 */
final class TlsEngines implements SSLEngineProvider {

    private static final System.Logger LOGGER = System.getLogger(Cluster.class.getName());
    private static final long BETWEEN_WARNINGS_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final SSLContext context;
    private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

    TlsEngines(SSLContext context) {
        this.context = context;
    }

    @Override
    public SSLEngine createServerSSLEngine(String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(true);
        return new WatchedSslEngine(engine, this::refused);
    }

    @Override
    public SSLEngine createClientSSLEngine(String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        return engine;
    }

    /** Pekko logs the refusal of a connection by the side that opened it only. That side tries again and again. */
    private void refused(SSLException reason) {
        long next = nextWarning.get();
        long now = System.nanoTime();
        if (now - next >= 0 && nextWarning.compareAndSet(next, now + BETWEEN_WARNINGS_NANOS)) {
            LOGGER.log(
                    Level.WARNING,
                    "A connection to this node was refused: the other side has no certificate that the SSL context trusts,"
                            + " does not trust that of this node, or does not use TLS ({0})",
                    reason.getMessage());
        }
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
