package dev.gmp.structure;

import dev.gmp.structure.PageText.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a page may be written.
 *
 * @param average words that sentences may have on average, headings and cells of tables left out
 * @param longest words that each sentence may have, one in a heading or in a cell too
 * @param isForReaders whether {@link ForbiddenWords} are looked for
 */
record PageLanguage(double average, int longest, boolean isForReaders) {

    /** Pages for users and for those that change the code. */
    static final PageLanguage FOR_READERS = new PageLanguage(20, 30, true);

    /** The changelog, decisions and benchmarks: they tell history and measurements, and programs write a part of them. */
    static final PageLanguage OF_RECORDS = new PageLanguage(22, 60, false);

    /** Each with the page, the line or the sentence, and the limit. */
    List<String> faults(String page, String markdown) {
        List<Sentence> sentences = PageText.sentences(markdown);
        List<String> faults = new ArrayList<>();
        for (Sentence sentence : sentences) {
            String at = page + ":" + sentence.line() + ": ";
            if (sentence.words() > longest) {
                faults.add(at + "a sentence has " + sentence.words() + " words, at most " + longest + " are allowed: "
                        + sentence.text());
            }
            if (isForReaders) {
                ForbiddenWords.in(sentence.text())
                        .forEach((word, reason) ->
                                faults.add(at + "\"" + word + "\" is forbidden (" + reason + "): " + sentence.text()));
            }
        }
        double measured = sentences.stream()
                .filter(Sentence::isProse)
                .mapToInt(Sentence::words)
                .average()
                .orElse(0);
        if (measured > average) {
            faults.add(String.format(
                    Locale.ROOT,
                    "%s: a sentence has %.1f words on average, at most %.0f are allowed",
                    page,
                    measured,
                    average));
        }
        return faults;
    }
}
