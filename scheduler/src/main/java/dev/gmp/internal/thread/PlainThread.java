package dev.gmp.internal.thread;

/** Inherits no thread-locals from the thread that makes it. */
final class PlainThread extends Thread implements OwnedThread {

    private final Runnable owner;

    PlainThread(Runnable owner, String name) {
        super(null, null, name, 0, false);
        this.owner = owner;
    }

    @Override
    public Runnable owner() {
        return owner;
    }

    @Override
    public void run() {
        owner.run();
    }
}
