package dev.gmp.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The scheduler's classes and the simulated world's, woven, with a class loader of their own. */
public final class WovenClasses extends ClassLoader {

    private static final String WORLD = "dev.gmp.simulation.world.";

    private final Map<String, byte[]> files = new HashMap<>();
    private final Weaver weaver;

    public WovenClasses() {
        super("woven", WovenClasses.class.getClassLoader());
        Shapes shapes = new Shapes();
        weaver = new Weaver(shapes);
        read(folderOf("dev.gmp.Goroutines"), "");
        read(folderOf(WORLD + "World"), WORLD);
        files.values().forEach(shapes::add);
        initialiseAll();
        Set<Fault> notPlanted = EnumSet.complementOf(EnumSet.copyOf(weaver.planted()));
        if (!notPlanted.isEmpty()) {
            throw new IllegalStateException("nowhere to plant " + notPlanted);
        }
    }

    /** A world for one run. It and the simulation know each other as what this class loader's parent has loaded. */
    Subject newWorld(long seed) {
        try {
            return (Subject) Class.forName(WORLD + "World", true, this)
                    .getConstructor(long.class)
                    .newInstance(seed);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A load for one run on a scheduler of so many processors. */
    public MeasuredLoad newLoad(String name, int procs) {
        try {
            return (MeasuredLoad) Class.forName(WORLD + "Loads", true, this)
                    .getMethod(name, int.class)
                    .invoke(null, procs);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Static initialisers run here, not in the middle of a simulation. */
    private void initialiseAll() {
        List<String> names = new ArrayList<>(files.keySet());
        for (String name : names) {
            if (!name.startsWith("dev.gmp.internal.jdk.") && !name.startsWith("dev.gmp.internal.jfr.")) {
                try {
                    Class.forName(name, true, this);
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        byte[] file = files.get(name);
        if (file == null) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] woven = weaver.weave(file);
                loaded = defineClass(name, woven, 0, woven.length);
            }
            return loaded;
        }
    }

    private void read(Path root, String prefix) {
        try (Stream<Path> all = Files.walk(root.resolve("dev/gmp"))) {
            for (Path each : (Iterable<Path>) all::iterator) {
                String file = root.relativize(each).toString();
                if (file.endsWith(".class") && !file.endsWith("package-info.class")) {
                    String name =
                            file.substring(0, file.length() - ".class".length()).replace('/', '.');
                    if (name.startsWith(prefix)) {
                        files.put(name, Files.readAllBytes(each));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folderOf(String name) {
        try {
            URI location = Class.forName(name, false, WovenClasses.class.getClassLoader())
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            return Path.of(location);
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
