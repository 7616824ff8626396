package dev.gmp.structure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Words that no page for readers has, each with the reason. In code they may stand. */
final class ForbiddenWords {

    private static final String NO_PERSON = "a task, a thread or a user has a name; nothing else is a person";
    private static final String NAME_IT = "the subject has a name: a task, a thread, a value";

    private static final Map<String, String> REASONS = new LinkedHashMap<>();

    static {
        REASONS.put("who", NO_PERSON);
        REASONS.put("whoever", NO_PERSON);
        REASONS.put("whom", NO_PERSON);
        REASONS.put("what is", NAME_IT);
        REASONS.put("what are", NAME_IT);
        REASONS.put("some", "it is a number, or it is left out");
        REASONS.put("so many", "it is a number");
        REASONS.put("but for", "an exception stands in a note after the rule: except");
        REASONS.put("none any more", "say that there is no such thing");
        REASONS.put("that is none", "say that it is not one");
        REASONS.put("harmless", "a promise that no scheduler can keep");
    }

    private ForbiddenWords() {}

    /** Those in a text, with their reasons. */
    static Map<String, String> in(String text) {
        Map<String, String> found = new LinkedHashMap<>(REASONS);
        found.keySet().removeIf(word -> !pattern(word).matcher(text).find());
        return found;
    }

    static Map<String, String> all() {
        return Map.copyOf(REASONS);
    }

    private static Pattern pattern(String word) {
        return Pattern.compile("\\b" + word.replace(" ", "\\s+") + "\\b", Pattern.CASE_INSENSITIVE);
    }
}
