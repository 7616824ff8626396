package dev.gmp.faults.jvm;

import dev.gmp.internal.jdk.ForkedJvm;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a scheduler whose classes come from a loader of their own, and sees that the loader can be forgotten. */
public final class Unloading {

    private static final int PATIENCE = 300;

    private Unloading() {}

    public static void main(String[] args) throws Exception {
        WeakReference<ClassLoader> loader = runInItsOwnLoader();
        for (int i = 0; i < PATIENCE && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(100);
        }
        if (loader.get() == null) {
            System.out.println("unloaded");
        } else {
            System.out.println(
                    "still there, beside " + Thread.getAllStackTraces().keySet());
        }
    }

    private static WeakReference<ClassLoader> runInItsOwnLoader() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : ForkedJvm.classPath().split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Runnable work = (Runnable) loader.loadClass(UnloadableWork.class.getName())
                    .getConstructor()
                    .newInstance();
            work.run();
            return new WeakReference<>(loader);
        }
    }
}
