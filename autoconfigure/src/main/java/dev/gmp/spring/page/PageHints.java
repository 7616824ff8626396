package dev.gmp.spring.page;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Names the page's files for a native image, which has no other resources than those that are named. */
final class PageHints implements RuntimeHintsRegistrar {

    private static final String FOLDER = PageHints.class.getPackageName().replace('.', '/');

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        PageFile.TYPES.keySet().forEach(ending -> hints.resources().registerPattern(FOLDER + "/*." + ending));
    }
}
