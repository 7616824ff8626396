package dev.gmp.spring.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;

/**
 * How far one piece of long work is.
 *
 * @param name what it is, for people; the same from beginning to end, and of no other work that is under way
 * @param done units that are done, 0 or more
 * @param total units in all, 0 or more, or null while it is unknown
 * @param unit what is counted, in the plural, such as {@code files}
 * @since 0.1
 */
@JsonInclude(Include.ALWAYS)
public record Progress(String name, long done, @Nullable Long total, String unit) {

    /** @throws IllegalArgumentException if the name is blank, or a number is negative */
    public Progress {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name is blank");
        }
        if (done < 0 || (total != null && total < 0)) {
            throw new IllegalArgumentException(
                    "done and total must be 0 or more, but were %d and %s".formatted(done, total));
        }
    }
}
