package dev.gmp.sample.search;

import dev.gmp.sample.corpus.Document;

/**
 * A line with a match.
 *
 * @param line counted from 1
 * @param column where the first match begins in the line, counted from 1 in UTF-16 units
 * @param snippet the line, or, where it is long, a piece of it around the match
 * @param matchStart where the match begins in the snippet, counted from 0
 * @param matchEnd where it ends, exclusive; a match over several lines is cut at the end of the first
 */
public record Hit(String file, int line, int column, String snippet, int matchStart, int matchEnd) {

    private static final int LONGEST_SNIPPET = 240;
    private static final int BEFORE_MATCH = 80;

    static Hit of(ShardHits.Match match) {
        Document document = match.document();
        String text = document.text();
        int start = match.start();
        int lineStart = start == 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
        int lineEnd = endOfLine(text, start);
        int from = lineStart;
        int to = lineEnd;
        if (to - from > LONGEST_SNIPPET) {
            from = withoutHalfPair(text, Math.max(lineStart, start - BEFORE_MATCH));
            to = withoutHalfPair(text, Math.min(lineEnd, from + LONGEST_SNIPPET));
        }
        int shownStart = Math.min(start, to);
        int shownEnd = Math.max(shownStart, Math.min(match.end(), to));
        return new Hit(
                document.path(),
                lineOf(text, start),
                start - lineStart + 1,
                text.substring(from, to),
                shownStart - from,
                shownEnd - from);
    }

    private static int endOfLine(String text, int start) {
        int end = text.indexOf('\n', start);
        if (end < 0) {
            end = text.length();
        }
        return end > start && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    private static int lineOf(String text, int start) {
        int line = 1;
        for (int feed = text.indexOf('\n'); feed >= 0 && feed < start; feed = text.indexOf('\n', feed + 1)) {
            line++;
        }
        return line;
    }

    /** Moves a cut that would part the two halves of a character outside the basic plane. */
    private static int withoutHalfPair(String text, int cut) {
        return cut > 0 && cut < text.length() && Character.isLowSurrogate(text.charAt(cut)) ? cut - 1 : cut;
    }
}
