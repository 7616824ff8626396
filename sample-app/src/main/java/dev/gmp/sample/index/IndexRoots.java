package dev.gmp.sample.index;

import dev.gmp.sample.source.Roots;
import dev.gmp.sample.source.Sources;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What may be indexed: a client that may ask for it can read it afterwards. */
@Configuration(proxyBeanMethods = false)
class IndexRoots {

    private static final Path SAMPLES = Path.of("samples");

    @Bean
    Roots roots(IndexProperties properties, ServerProperties server) {
        if (properties.roots() != null) {
            return Roots.of(properties.roots());
        }
        InetAddress address = server.getAddress();
        if (address != null && address.isLoopbackAddress()) {
            return Roots.EVERYTHING;
        }
        List<Path> roots = new ArrayList<>();
        if (properties.source() != null) {
            roots.add(Path.of(properties.source()));
        }
        Sources.preferred().ifPresent(roots::add);
        roots.add(SAMPLES);
        return Roots.of(roots);
    }
}
