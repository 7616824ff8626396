package dev.gmp.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.ProcessType;
import dev.gmp.process.cluster.KeyedType;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which types have keys, and what annotation, code and properties say of each. */
class KeyedTypesTests {

    private final Map<String, ProcessType> types = new LinkedHashMap<>();
    private final Map<String, KeyedTypeProperties> entries = new HashMap<>();

    @Test
    void theAnnotationSaysHowATypeIs() {
        KeyedType all = keyed().get("all");
        assertThat(all.shards()).isEqualTo(7);
        assertThat(all.role()).contains("stock");
        assertThat(all.idleTimeout()).contains(Duration.ofMinutes(10));
        assertThat(all.remembered()).isTrue();
        assertThat(all.state()).contains(String.class);
        assertThat(keyed().get("plain")).isEqualTo(KeyedType.of(type("plain")));
    }

    @Test
    void aSingletonHasOneShardAndIsRemembered() {
        assertThat(keyed().get("only")).isEqualTo(KeyedType.singleton(type("only")));
    }

    @Test
    void aTypeWithoutTheAnnotationIsLeftToTheRuntime() {
        assertThat(keyed()).doesNotContainKey("without");
        assertThat(types).containsOnlyKeys("without");
    }

    @Test
    void theInternalSingletonIsAlwaysThere() {
        assertThat(keyed()).containsKeys("gmp-once-per-cluster", "inCode");
    }

    @Test
    void propertiesReplaceWhatAnnotationsAndCodeSay() {
        entries.put("all", new KeyedTypeProperties(9, null, null, false));
        entries.put("inCode", new KeyedTypeProperties(null, "web", Duration.ofSeconds(1), null));
        Map<String, KeyedType> keyed = keyed();
        assertThat(keyed.get("all").shards()).isEqualTo(9);
        assertThat(keyed.get("all").role()).as("left alone").contains("stock");
        assertThat(keyed.get("all").remembered()).isFalse();
        assertThat(keyed.get("inCode"))
                .isEqualTo(new KeyedType(
                        type("inCode"),
                        3,
                        Optional.of("web"),
                        Optional.of(Duration.ofSeconds(1)),
                        true,
                        Optional.empty()));
    }

    private Map<String, KeyedType> keyed() {
        types.clear();
        Map<String, KeyedType> byName = new HashMap<>();
        try (var context = new AnnotationConfigApplicationContext(Types.class)) {
            types.putAll(context.getBeansOfType(ProcessType.class));
            KeyedTypes.take(types, context.getBeanFactory(), entries).forEach(type -> byName.put(type.name(), type));
        }
        return byName;
    }

    private static ProcessType type(String name) {
        return Types.BY_NAME.computeIfAbsent(name, any -> ProcessType.of(name, () -> null, "run"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Types {

        private static final Map<String, ProcessType> BY_NAME = new HashMap<>();

        @Bean
        @Keyed(shards = 7, role = "stock", idleTimeout = "10m", remembered = true, state = String.class)
        ProcessType all() {
            return type("all");
        }

        @Bean
        @Keyed
        ProcessType plain() {
            return type("plain");
        }

        @Bean
        @Keyed(singleton = true)
        ProcessType only() {
            return type("only");
        }

        @Bean
        ProcessType without() {
            return type("without");
        }

        @Bean
        KeyedType inCode() {
            return KeyedType.of(type("inCode")).withShards(3).withRemembering();
        }
    }
}
