package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each link of a page leads to a file that is there and, where it names a heading, to a heading of that file. */
class DocumentLinksTest {

    private static final Pattern CODE = Pattern.compile("^ *```.*?^ *```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("^#{1,6} (.+)$", Pattern.MULTILINE);
    private static final Pattern LINK_IN_HEADING = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void eachLinkLeadsToSomethingThatIsThere() throws IOException {
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (Path page : Repository.pages()) {
            for (var link : LINK.matcher(prose(page)).results().toList()) {
                Path target = link.group(1).isEmpty()
                        ? page
                        : page.resolveSibling(link.group(1)).normalize();
                if (!Files.exists(target) || !hasHeading(target, link.group(2))) {
                    dead.add(page + ": " + link.group());
                }
                links++;
            }
        }

        assertThat(dead).isEmpty();
        assertThat(links).isGreaterThan(200);
    }

    private boolean hasHeading(Path page, String anchor) throws IOException {
        if (anchor == null) {
            return true;
        }
        if (!anchors.containsKey(page)) {
            anchors.put(page, anchorsOf(prose(page)));
        }
        return anchors.get(page).contains(anchor);
    }

    /** As GitHub makes them: lower case, without punctuation, with a number where a heading comes again. */
    private static Set<String> anchorsOf(String text) {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors = new HashSet<>();
        HEADING.matcher(text).results().forEach(heading -> {
            String words = LINK_IN_HEADING.matcher(heading.group(1)).replaceAll("$1");
            String anchor = words.strip()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                    .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        });
        return anchors;
    }

    private static String prose(Path page) throws IOException {
        return CODE.matcher(Files.readString(page)).replaceAll("");
    }
}
