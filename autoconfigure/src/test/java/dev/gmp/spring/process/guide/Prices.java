package dev.gmp.spring.process.guide;

import java.util.List;

/** Where the rows go. */
interface Prices {
    void store(List<String> rows);
}
