package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListingTest {

    @Test
    void whatIsFewIsListed() {
        assertThat(Listing.of(List.of(), String::valueOf)).isEmpty();
        assertThat(Listing.of(List.of(1, 2), String::valueOf)).containsExactly("1", "2");
        assertThat(Listing.of(Collections.nCopies(50, 1), String::valueOf))
                .hasSize(50)
                .doesNotContain("and 0 more");
    }

    @Test
    void ofManyTheFirstAreListedAndTheOthersCounted() {
        List<Integer> described = new ArrayList<>();
        List<String> texts = Listing.of(Collections.nCopies(1_000_000, 1), each -> {
            described.add(each);
            return "x";
        });
        assertThat(texts).hasSize(51).endsWith("x", "and 999950 more");
        assertThat(described).hasSize(50);
    }
}
