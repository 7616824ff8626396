package dev.gmp.spring.web;

import dev.gmp.Goroutines;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Makes the beginning of each request a place where its goroutine gives way when its time slice is over. Tomcat stays on one
 * goroutine for as long as the next request of a connection is there when the last one is answered. Such a goroutine would
 * be taken for one that only computes and lose its processor, and one more thread would compete for the CPUs.
 */
final class PreemptionPointValve extends ValveBase {

    PreemptionPointValve() {
        super(true); // does not stand in the way of asynchronous requests
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        Goroutines.nextTask();
        getNext().invoke(request, response);
    }
}
