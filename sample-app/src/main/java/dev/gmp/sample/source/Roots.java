package dev.gmp.sample.source;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The folders and archives that may be read, with all that is in them. Symbolic links count as what they lead to. */
public final class Roots {

    /** For a service that only its own machine may ask. */
    public static final Roots EVERYTHING = new Roots(null);

    private final @Nullable List<Path> allowed;

    private Roots(@Nullable List<Path> allowed) {
        this.allowed = allowed;
    }

    /** @param allowed they need not be there yet */
    public static Roots of(List<Path> allowed) {
        return new Roots(allowed.stream()
                .map(path -> path.toAbsolutePath().normalize())
                .distinct()
                .toList());
    }

    /**
     * Resolves all symbolic links of a path.
     *
     * @param location absolute and normalized
     * @throws InvalidSourceException if it is in none of the roots, whether it is there or not; or if nothing is there
     */
    Path resolve(Path location) {
        try {
            Path real = location.toRealPath();
            if (allowed == null || allowed.stream().anyMatch(root -> real.startsWith(realOf(root)))) {
                return real;
            }
        } catch (IOException e) {
            if (allowed == null || allowed.stream().anyMatch(location::startsWith)) {
                throw new InvalidSourceException("There is no file or folder " + location + ".");
            }
        }
        throw new InvalidSourceException("This service may index only what is in "
                + allowed.stream().map(Path::toString).collect(Collectors.joining(" or "))
                + " (sample.index.roots).");
    }

    private static Path realOf(Path root) {
        try {
            return root.toRealPath();
        } catch (IOException e) {
            return root; // nothing is there, and nothing in it
        }
    }
}
