package dev.gmp.spring.it.agents;

import dev.gmp.spring.GmpAutoConfiguration;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Started in a JVM of its own beside a tracing agent. Each request hands a task in, and the task calls the test: the agent
 * sends the task's trace with that call.
 */
@Configuration(proxyBeanMethods = false)
@EnableAsync
@EnableScheduling
@ImportAutoConfiguration({
    GmpAutoConfiguration.class,
    TaskExecutionAutoConfiguration.class,
    TaskSchedulingAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class
})
@Import({TracedWork.class, GivenBack.class, TracedJobs.class, Caller.class})
public class TracedApplication {

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(TracedApplication.class)
                .bannerMode(Banner.Mode.OFF)
                .run(arguments);
    }
}
