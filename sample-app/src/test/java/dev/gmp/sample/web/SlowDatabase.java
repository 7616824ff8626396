package dev.gmp.sample.web;

import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;

/** A database trigger that waits, so that an index run can be looked at while it goes on. */
public class SlowDatabase implements Trigger {

    private static volatile CountDownLatch gate = new CountDownLatch(0);

    static void hold() {
        gate = new CountDownLatch(1);
    }

    static void release() {
        gate.countDown();
    }

    @Override
    public void fire(Connection connection, Object @Nullable [] before, Object @Nullable [] after) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
