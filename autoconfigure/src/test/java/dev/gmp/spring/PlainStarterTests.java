package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application that has the starter and nothing else: no Actuator, no Micrometer, no web. */
class PlainStarterTests {

    private static final List<String> ABSENT = List.of(
            "spring-boot-actuator",
            "spring-boot-health",
            "spring-boot-micrometer",
            "micrometer-core",
            "micrometer-registry");

    @Test
    @SuppressWarnings("unchecked")
    void runsOnTheScheduler() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = classPathWithout(ABSENT)) {
            Thread.currentThread().setContextClassLoader(loader);
            Callable<Set<String>> application = (Callable<Set<String>>) loader.loadClass(Application.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            assertThat(application.call())
                    .contains("gmpScheduler", "gmpExecutorService", "applicationTaskExecutor")
                    .noneMatch(name -> name.contains("MeterBinder") || name.contains("Endpoint"));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static URLClassLoader classPathWithout(List<String> jars) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String file = Path.of(entry).getFileName().toString();
            if (jars.stream().noneMatch(file::startsWith)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** Answers with the names of its beans. Loaded by a loader of its own, so only the JDK's types are shared. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    public static class Application implements Callable<Set<String>> {

        @Override
        public Set<String> call() {
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE)
                    .bannerMode(Banner.Mode.OFF)
                    .run()) {
                return Set.of(context.getBeanDefinitionNames());
            }
        }
    }
}
