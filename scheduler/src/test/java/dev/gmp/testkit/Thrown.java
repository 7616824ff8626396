package dev.gmp.testkit;

/** What the code of others may throw at a scheduler, thrown by hand. */
public enum Thrown {
    EXCEPTION {
        @Override
        public Throwable make() {
            return new IllegalStateException("planned");
        }
    },
    CHECKED {
        @Override
        public Throwable make() {
            return new Exception("planned and checked");
        }
    },
    ASSERTION {
        @Override
        public Throwable make() {
            return new AssertionError("planned");
        }
    },
    STACK_OVERFLOW {
        @Override
        public Throwable make() {
            return new StackOverflowError("planned");
        }
    },
    DEATH {
        @Override
        public Throwable make() {
            return new Death();
        }
    },
    OUT_OF_MEMORY {
        @Override
        public Throwable make() {
            return new OutOfMemoryError("planned");
        }
    };

    /** Another one for each of so many constants in a row. */
    public static Thrown oneOf(Enum<?> constant) {
        return values()[constant.ordinal() % values().length];
    }

    /** A fresh one each time. */
    public abstract Throwable make();

    /** Throws it, whatever the caller declares. */
    public void raise() {
        raise(make());
    }

    public static void raise(Throwable thrown) {
        Thrown.<RuntimeException>raiseUnchecked(thrown);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raiseUnchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** As {@code ThreadDeath} was: an error that is neither of the machine nor of an assertion. */
    public static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }
}
