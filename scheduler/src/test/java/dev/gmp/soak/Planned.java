package dev.gmp.soak;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** What tasks throw on purpose, of all kinds, each with the same message. */
final class Planned {

    private static final String MESSAGE = "planned";

    private static final List<Supplier<Throwable>> KINDS = List.of(
            () -> new IllegalStateException(MESSAGE),
            () -> new Exception(MESSAGE),
            () -> new AssertionError(MESSAGE),
            () -> new OutOfMemoryError(MESSAGE),
            () -> new StackOverflowError(MESSAGE),
            () -> new LinkageError(MESSAGE));

    private Planned() {}

    static <T extends Throwable> void throwAny(SplittableRandom random) throws T {
        @SuppressWarnings("unchecked")
        T thrown = (T) KINDS.get(random.nextInt(KINDS.size())).get();
        throw thrown;
    }

    static boolean isPlanned(Throwable thrown) {
        return MESSAGE.equals(thrown.getMessage());
    }
}
