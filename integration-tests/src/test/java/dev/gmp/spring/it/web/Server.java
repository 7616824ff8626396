package dev.gmp.spring.it.web;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.web.GmpWebAutoConfiguration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A web server of Boot's, to be started with an application on it. */
enum Server {
    TOMCAT(OnTomcat.class),
    JETTY(OnJetty.class);

    private final Class<?> configuration;

    Server(Class<?> configuration) {
        this.configuration = configuration;
    }

    /** Starts it with {@link Requests} on a free port. */
    RunningServer start(String... settings) {
        return run(settings, configuration);
    }

    /** The same, with one more configuration. */
    RunningServer startWith(Class<?> other, String... settings) {
        return run(settings, configuration, other);
    }

    private static RunningServer run(String[] settings, Class<?>... configurations) {
        List<String> arguments = new ArrayList<>(
                List.of("--server.port=0", "--server.address=127.0.0.1", "--spring.mvc.async.request-timeout=100s"));
        Collections.addAll(arguments, settings);
        return new RunningServer(new SpringApplicationBuilder(configurations)
                .bannerMode(Banner.Mode.OFF)
                .run(arguments.toArray(String[]::new)));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        GmpAutoConfiguration.class,
        GmpWebAutoConfiguration.class,
        TaskExecutionAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class
    })
    @Import(Requests.class)
    static class Mvc {}

    @Configuration(proxyBeanMethods = false)
    @Import(Mvc.class)
    @ImportAutoConfiguration(TomcatServletWebServerAutoConfiguration.class)
    static class OnTomcat {}

    @Configuration(proxyBeanMethods = false)
    @Import(Mvc.class)
    @ImportAutoConfiguration(JettyServletWebServerAutoConfiguration.class)
    static class OnJetty {}
}
