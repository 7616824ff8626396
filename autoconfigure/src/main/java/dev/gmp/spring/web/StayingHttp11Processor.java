package dev.gmp.spring.web;

import dev.gmp.Goroutines;
import java.io.IOException;
import org.apache.coyote.RequestInfo;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Serves the requests of a connection, on a virtual goroutine. When one is answered, Tomcat looks whether the next one is there
 * already, and if not, ends the goroutine and has its poller wait for the connection: a thread that wakes up twice for each
 * request, and takes a CPU from others for it. While goroutines wait, these run in between instead, and it looks once more
 * then. The client has mostly sent its next request by that time; a goroutine that waits its turn holds no thread.
 *
 * <p>And it ends an asynchronous request whose client has gone before the container has left the request's first part. Tomcat's
 * own (11.0.22) closes the connection then, drops the event that would have ended the request, and counts it as being in progress
 * for ever, which a graceful shutdown waits for.
 */
final class StayingHttp11Processor extends Http11Processor {

    StayingHttp11Processor(Http11NioProtocol protocol) {
        super(protocol, protocol.getAdapter());
    }

    @Override
    public SocketState service(SocketWrapperBase<?> connection) throws IOException {
        int before;
        SocketState state;
        do {
            before = requests();
            state = super.service(connection);
        } while (state == SocketState.OPEN && requests() != before && Goroutines.yieldBetweenTasks());
        if (state == SocketState.CLOSED && isAsync() && !getErrorState().isIoAllowed()) {
            endAbandoned();
        }
        return state;
    }

    /** By the event that is dropped. It counts the request, which has been counted when its first part failed. */
    private void endAbandoned() throws IOException {
        RequestInfo counts = request.getRequestProcessor();
        int requests = counts.getRequestCount();
        int errors = counts.getErrorCount();
        long processingTime = counts.getProcessingTime();
        long received = counts.getBytesReceived();
        long sent = counts.getBytesSent();
        dispatch(SocketEvent.ERROR);
        counts.setRequestCount(requests);
        counts.setErrorCount(errors);
        counts.setProcessingTime(processingTime);
        counts.setBytesReceived(received);
        counts.setBytesSent(sent);
    }

    /** How many it has served, of this connection and others. */
    private int requests() {
        return request.getRequestProcessor().getRequestCount();
    }
}
