package dev.gmp.sample.search;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses expressions that repeat an empty group so often that {@link Pattern} computes for hours and reads no character
 * meanwhile, so that no {@link GuardedText} could end it. All counts of an expression are multiplied, since they may be nested.
 *
 * <p>Expressions without a count can do the same, and are let through: sixty times {@code (|)}, {@code ()?} or {@code ^?} before
 * something that never matches is tried in 2^60 ways. Only a parser could tell them from harmless ones. Such a search is
 * answered when its time is over, but its goroutines compute until the service ends.
 */
final class Repetitions {

    /** An empty group repeated that often takes about a millisecond. */
    private static final long MOST = 1_000_000;

    /** Quotes nothing. It may stand anywhere, also between the digits of a count. */
    private static final String EMPTY_QUOTE = "\\Q\\E";

    /**
     * Least number of repetitions in a counted quantifier, or its part before a comment. White space may stand in it as
     * soon as the expression allows comments, and is no quantifier elsewhere. Behind a backslash the brace is a character, or
     * repeats one, which is read each time; the braces of {@code \x{...}}, {@code \p{...}} and such are no quantifiers.
     */
    private static final Pattern COUNT = Pattern.compile("(?<!\\\\|\\\\[xpPN])\\{(\\d[\\d\\s]*)([,}#])");

    private static final Pattern ALLOWS_COMMENTS = Pattern.compile("\\(\\?[a-zA-Z-]*x");

    private Repetitions() {}

    /**
     * Looks at an expression that need not be valid.
     *
     * @param name what it is called in the message
     * @throws InvalidQueryException if it repeats too often, or how often cannot be seen
     */
    static void check(String name, String regex) {
        String text = regex.replace(EMPTY_QUOTE, "");
        boolean allowsComments = ALLOWS_COMMENTS.matcher(text).find();
        long repetitions = 1;
        Matcher counts = COUNT.matcher(text);
        while (counts.find()) {
            if (!counts.group(2).equals("#")) {
                repetitions *= Math.max(1, valueOf(counts.group(1)));
            } else if (allowsComments) {
                // Where the comment ends, and the count goes on, depends on further flags.
                throw new InvalidQueryException("'%s' has a comment in a count; write it without.".formatted(name));
            }
            if (repetitions > MOST) {
                throw new InvalidQueryException(
                        "'%s' repeats too often: its counts multiply to more than %d.".formatted(name, MOST));
            }
        }
    }

    /** At most one more than is allowed. */
    private static long valueOf(String digitsAndSpace) {
        BigInteger value = new BigInteger(digitsAndSpace.replaceAll("\\s", ""));
        return value.min(BigInteger.valueOf(MOST + 1)).longValue();
    }
}
