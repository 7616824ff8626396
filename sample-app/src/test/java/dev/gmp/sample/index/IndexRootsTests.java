package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.Texts;
import dev.gmp.sample.source.Roots;
import dev.gmp.sample.source.Sources;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Configuration;

/** What a service reads that others may ask too. */
class IndexRootsTests {

    @TempDir
    Path folder;

    private final ApplicationContextRunner service =
            new ApplicationContextRunner().withUserConfiguration(Settings.class, IndexRoots.class);

    @Test
    void whereOnlyThisMachineMayAskEverythingIsRead() {
        service.withPropertyValues("server.address=127.0.0.1")
                .run(context -> assertThat(mayRead(context.getBean(Roots.class), folder))
                        .isTrue());
    }

    @Test
    void whereOthersMayAskOnlyTheSourcesOfTheJvmAndTheSamplesAre() {
        for (String address : new String[] {"server.address=0.0.0.0", "server.port=0"}) {
            service.withPropertyValues(address).run(context -> {
                Roots roots = context.getBean(Roots.class);
                assertThat(mayRead(roots, folder)).isFalse();
                assertThat(mayRead(roots, Path.of("/"))).isFalse();
                assertThat(Sources.preferred())
                        .isPresent()
                        .hasValueSatisfying(
                                path -> assertThat(mayRead(roots, path)).isTrue());
                assertThat(reason(roots, Path.of("samples/absent"))).contains("There is no file or folder");
            });
        }
    }

    @Test
    void theSourceThatIsSetUpIsReadToo() {
        service.withPropertyValues("server.address=0.0.0.0", "sample.index.source=" + folder)
                .run(context -> assertThat(mayRead(context.getBean(Roots.class), folder))
                        .isTrue());
    }

    @Test
    void rootsThatAreNamedCountWhoeverMayAsk() {
        Path in = Texts.folder(folder.resolve("in"), Map.of("a", ""));
        service.withPropertyValues("server.address=127.0.0.1", "sample.index.roots[0]=" + in)
                .run(context -> {
                    Roots roots = context.getBean(Roots.class);
                    assertThat(mayRead(roots, in)).isTrue();
                    assertThat(reason(roots, folder))
                            .isEqualTo("This service may index only what is in " + in + " (sample.index.roots).");
                });
    }

    private static boolean mayRead(Roots roots, Path path) {
        return reason(roots, path).isEmpty();
    }

    /** Why a path is not read; empty if it is. */
    private static String reason(Roots roots, Path path) {
        try {
            Sources.open(path.toString(), Set.of(), roots).close();
            return "";
        } catch (Exception e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Configuration
    @EnableConfigurationProperties({IndexProperties.class, ServerProperties.class})
    static class Settings {}
}
