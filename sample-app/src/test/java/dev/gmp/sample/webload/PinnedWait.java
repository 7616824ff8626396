package dev.gmp.sample.webload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A wait inside a class initialiser, which has a frame of the JVM below it: a virtual thread is pinned there. */
final class PinnedWait {

    static final int MILLIS = 20;

    private static final byte[] CODE = code();

    private PinnedWait() {}

    /** Initialises a class that nobody has initialised before. */
    static void inInitializer() {
        try {
            Class.forName(Initialized.class.getName(), true, new OneClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] code() {
        String file = Initialized.class.getName().replace('.', '/') + ".class";
        try (InputStream in = PinnedWait.class.getClassLoader().getResourceAsStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loaded anew each time. */
    static final class Initialized {

        static {
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private Initialized() {}
    }

    private static final class OneClassLoader extends ClassLoader {

        OneClassLoader() {
            super(PinnedWait.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(Initialized.class.getName())
                    ? defineClass(name, CODE, 0, CODE.length)
                    : super.loadClass(name, resolve);
        }
    }
}
