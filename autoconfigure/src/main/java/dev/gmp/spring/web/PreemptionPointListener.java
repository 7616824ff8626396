package dev.gmp.spring.web;

import dev.gmp.Goroutines;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;

/**
 * Makes the beginning of each request a place where its goroutine gives way when its time slice is over. Tomcat stays on one
 * goroutine for as long as the next request of a connection is there when the last one is answered. Such a goroutine would
 * be taken for one that only computes and lose its processor, and one more thread would compete for the CPUs. A listener, for a
 * valve or a filter is one more frame in the stack of each request that waits.
 */
final class PreemptionPointListener implements ServletRequestListener {

    @Override
    public void requestInitialized(ServletRequestEvent event) {
        Goroutines.nextTask();
    }
}
