package dev.gmp.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** Runs something below a frame of the JVM itself, so that a virtual thread cannot unmount: inside a class initialiser. */
public final class Pinned {

    /** Not private: a hidden class has no nest mates. */
    static final ThreadLocal<Runnable> BODY = new ThreadLocal<>();

    private Pinned() {}

    public static void run(Runnable body) {
        BODY.set(body);
        try (InputStream file = Pinned.class.getResourceAsStream("Pinned$Template.class")) {
            MethodHandles.lookup().defineHiddenClass(file.readAllBytes(), true);
        } catch (IOException | IllegalAccessException e) {
            throw new AssertionError(e);
        } finally {
            BODY.remove();
        }
    }

    /** Defined anew for each use, since a class is initialised once. */
    static final class Template {

        private Template() {}

        static {
            BODY.get().run();
        }
    }
}
