package dev.gmp.spring.named;

import dev.gmp.Bulkhead;
import dev.gmp.spring.lifecycle.SchedulerLifecycle;
import org.springframework.beans.factory.DisposableBean;

/**
 * A bulkhead's life with its context, where the scheduler before which it stands is that of a parent and goes on.
 *
 * @param owner the scheduler's life
 */
record BulkheadLifecycle(SchedulerLifecycle owner, Bulkhead bulkhead) implements DisposableBean {

    @Override
    public void destroy() {
        owner.end(bulkhead);
    }
}
