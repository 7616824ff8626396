package dev.gmp.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sentences of a page of Markdown. Code in fences, pictures and the addresses of links are no part of them. Code within a line
 * counts as one word. A heading, an item of a list and a cell of a table each end a sentence.
 */
final class PageText {

    private static final Pattern FENCE = Pattern.compile(" *```.*");
    private static final Pattern FENCED = Pattern.compile("^ *```.*?^ *```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern RULE_OF_TABLE = Pattern.compile("[|: -]+");
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
    private static final Pattern ITEM = Pattern.compile("(?:[-*+]|\\d+\\.) +(.*)");
    private static final Pattern QUOTE = Pattern.compile("^> ?");
    private static final Pattern END = Pattern.compile("(?<=[.!?])[)\"*_]*\\s+|(?<=[.!?][)\"*_])\\s+");
    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");

    private final List<Sentence> sentences = new ArrayList<>();
    private final StringBuilder passage = new StringBuilder();
    private int begin;

    private PageText() {}

    /**
     * One sentence.
     *
     * @param line where its passage begins, from 1 on
     * @param isProse false for headings and cells of tables, which are short by their nature
     */
    record Sentence(int line, boolean isProse, String text) {

        int words() {
            return PageText.words(text);
        }
    }

    static List<Sentence> sentences(String markdown) {
        PageText page = new PageText();
        boolean isFenced = false;
        int number = 0;
        for (String line : markdown.lines().toList()) {
            number++;
            if (FENCE.matcher(line).matches()) {
                page.endPassage();
                isFenced = !isFenced;
            } else if (!isFenced) {
                page.add(number, QUOTE.matcher(line.strip()).replaceFirst("").strip());
            }
        }
        page.endPassage();
        return page.sentences;
    }

    /** Outside of fences. A token with a letter or a digit is a word. */
    static int wordsOutsideOfFences(String markdown) {
        return words(FENCED.matcher(markdown).replaceAll(""));
    }

    private static int words(String text) {
        return (int) WORD.matcher(text).results().count();
    }

    private void add(int number, String line) {
        Matcher heading = HEADING.matcher(line);
        Matcher item = ITEM.matcher(line);
        if (line.isEmpty()) {
            endPassage();
        } else if (line.startsWith("|")) {
            endPassage();
            addRow(number, line);
        } else if (heading.matches()) {
            endPassage();
            split(number, false, heading.group(1));
        } else {
            boolean isItem = item.matches();
            if (isItem) {
                endPassage();
            }
            begin = passage.isEmpty() ? number : begin;
            passage.append(isItem ? item.group(1) : line).append(' ');
        }
    }

    private void addRow(int number, String line) {
        if (!RULE_OF_TABLE.matcher(line).matches()) {
            Stream.of(withoutMarks(line).split("\\|")).forEach(cell -> split(number, false, cell));
        }
    }

    private void endPassage() {
        split(begin, true, withoutMarks(passage.toString()));
        passage.setLength(0);
    }

    private void split(int line, boolean isProse, String text) {
        Stream.of(END.split(withoutMarks(text)))
                .map(String::strip)
                .map(sentence -> new Sentence(line, isProse, sentence))
                .filter(sentence -> sentence.words() > 0)
                .forEach(sentences::add);
    }

    private static String withoutMarks(String text) {
        return text.replaceAll("!\\[[^\\]]*\\]\\([^)]*\\)", "")
                .replaceAll("`[^`]*`", "code")
                .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .replaceAll("<https?:[^>]*>", "link");
    }
}
