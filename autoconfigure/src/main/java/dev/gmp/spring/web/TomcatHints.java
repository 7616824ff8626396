package dev.gmp.spring.web;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Names for a native image what Tomcat makes by its name. */
final class TomcatHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection().registerType(StayingHttp11Protocol.class, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
    }
}
