package dev.gmp.spring.web;

import dev.gmp.Goroutines;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Makes the beginning of each request a place where its goroutine gives way when its time slice is over: Jetty, too, goes on
 * with the next request of a connection on the same goroutine, if it is there already.
 */
final class PreemptionPointHandler extends Handler.Wrapper {

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Goroutines.nextTask();
        return super.handle(request, response, callback);
    }
}
