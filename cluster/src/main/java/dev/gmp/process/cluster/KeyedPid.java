package dev.gmp.process.cluster;

import dev.gmp.process.Pid;
import java.util.Objects;

/**
 * The address of a keyed process. It is valid on each node, before the process has started and after it has moved.
 *
 * @param type the name of a keyed type
 * @param key the key; not blank, at most {@value #MAX_KEY_LENGTH} characters
 * @since 0.2.0
 */
public record KeyedPid(String type, String key) implements Pid {

    /** The largest length of a key, in characters. */
    public static final int MAX_KEY_LENGTH = 512;

    /** @throws IllegalArgumentException if the key is blank or too long */
    public KeyedPid {
        Objects.requireNonNull(type, "type");
        if (key.isBlank() || key.length() > MAX_KEY_LENGTH) {
            throw new IllegalArgumentException("A key has 1 to %d characters and is not blank; this one has %d: '%s'"
                    .formatted(MAX_KEY_LENGTH, key.length(), key.substring(0, Math.min(40, key.length()))));
        }
    }

    /** Always 0: a key names a process, and each process that has had the key had a number of its own. */
    @Override
    public long number() {
        return 0;
    }

    @Override
    public String toString() {
        return type + "/" + key;
    }
}
