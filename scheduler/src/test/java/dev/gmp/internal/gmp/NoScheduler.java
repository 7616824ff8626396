package dev.gmp.internal.gmp;

/** For goroutines whose status alone is looked at. */
final class NoScheduler implements VirtualGoroutine.Scheduler {

    @Override
    public void ready(VirtualGoroutine goroutine, Runnable continuation) {}

    @Override
    public void readyLater(VirtualGoroutine goroutine, Runnable continuation, StackOverflowError error) {}

    @Override
    public void began() {}

    @Override
    public void threw(Throwable thrown) {}
}
