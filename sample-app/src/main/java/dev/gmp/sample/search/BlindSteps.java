package dev.gmp.sample.search;

import java.math.BigInteger;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Pattern} may do without a look at the text, and so without {@link GuardedText} being asked whether to go on.
 * Sixty times {@code (|)}, {@code ()?} or {@code ^?} before something that never matches is tried in 2^60 ways; a count of
 * 2,000,000,000 behind an empty group takes as many steps.
 *
 * <p>The bound needs no parser. Only what may match nothing adds to it: alternatives in groups, and quantifiers behind a
 * group, an anchor, a reference or another quantifier. Behind anything else, a quantifier reads each time. All are taken as if
 * they stood one behind the other, each multiplying the ways; those in character classes are taken as if they stood outside.
 * So the bound is never too small, and expressions that people write stay far below it.
 */
final class BlindSteps {

    /** Take some milliseconds. */
    static final int MOST = 100_000;

    /** Quoted text, anchors and references, and all other escapes. Read from left to right, as the engine does. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\Q([\\s\\S]*?)(?:\\\\E|\\z)"
            + "|(\\\\[AGbBzZ]|\\\\[1-9][0-9]*)"
            + "|\\\\[xpPN]\\{[^}\\\\]*}|\\\\c[\\s\\S]|\\\\[\\s\\S]?");

    /** What the engine keeps as it is in quoted text, and so might take for something else. */
    private static final String NO_LETTER = "[^a-zA-Z]";

    /** Allows white space and comments everywhere, so that a quantifier cannot be told from what stands before it. */
    private static final Pattern COMMENTS_FLAG = Pattern.compile("\\(\\?[a-zA-Z-]*x");

    private static final Pattern QUANTIFIER = Pattern.compile("[?*+]|\\{([0-9]+)(?:(,)([0-9]*))?");

    /** The last character of a group, an anchor, a quantifier or a reference by name. */
    private static final String ENDS_OF_WHAT_MAY_BE_EMPTY = ")^$}>";

    private static final Pattern LOOK_BEHIND = Pattern.compile("\\(\\?<[=!]");

    /** Reads a character, and matches none. */
    private static final String LOOK = "[^\\s\\S]|";

    private BlindSteps() {}

    /**
     * Bounds an expression that need not be valid.
     *
     * @param name what it is called in the message
     * @return an expression that matches the same, and looks at the text at each place where it is tried
     * @throws InvalidQueryException if it may take more than {@link #MOST} steps at one place without
     */
    static String bound(String name, String regex) {
        String text = ESCAPE.matcher(regex).replaceAll(BlindSteps::standIn);
        if (COMMENTS_FLAG.matcher(text).find()) {
            throw new InvalidQueryException(
                    "'%s' has the flag x; write it without white space and comments.".formatted(name));
        }
        double steps = alternatives(text) * quantified(text);
        if (steps > MOST) {
            throw new InvalidQueryException(
                    "'%s' can match the empty string in too many ways. Use fewer groups with alternatives or quantifiers."
                            .formatted(name));
        }
        return steps == 1 ? regex : LOOK + regex;
    }

    /** {@code ^} for what may match nothing, a dot for what reads a character. */
    private static String standIn(MatchResult escape) {
        String quoted = escape.group(1);
        return quoted != null ? quoted.replaceAll(NO_LETTER, ".") : escape.group(2) != null ? "^" : ".";
    }

    /** The ways through groups with alternatives: as many as if these were spread evenly. */
    private static double alternatives(String text) {
        long bars = text.chars().filter(c -> c == '|').count();
        long groups = text.chars().filter(c -> c == '(').count();
        if (bars == 0 || groups == 0) {
            return 1; // alternatives of the whole are tried one after the other
        }
        double scopes = Math.min(bars, groups + 1);
        return Math.pow(bars / scopes + 1, scopes);
    }

    private static double quantified(String text) {
        double steps = 1;
        double longest = text.length();
        Matcher quantifiers = QUANTIFIER.matcher(text);
        while (quantifiers.find()) {
            double least = valueOf(quantifiers.group(1));
            boolean exact = quantifiers.group(1) != null && quantifiers.group(2) == null;
            if (quantifiers.start() > 0
                    && ENDS_OF_WHAT_MAY_BE_EMPTY.indexOf(text.charAt(quantifiers.start() - 1)) >= 0) {
                steps *= exact ? least : 2 * least;
            }
            longest *= Math.max(least, valueOf(quantifiers.group(3)));
        }
        long lookBehinds = LOOK_BEHIND.matcher(text).results().count();
        return steps * Math.pow(longest, lookBehinds); // each is tried from as many places as it may be long
    }

    /** At least 1, also for what is not there. */
    private static double valueOf(@Nullable String digits) {
        return digits == null || digits.isEmpty() ? 1 : Math.max(1, new BigInteger(digits).doubleValue());
    }
}
