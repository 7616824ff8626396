package dev.gmp.spring;

import org.springframework.context.SmartLifecycle;

/** Runs from the start of its context until it is asked to stop. */
public class RunningBean implements SmartLifecycle {

    private volatile boolean running;

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
