package dev.gmp.spring.it.lifecycle;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.devtools.restart.Restarter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;

/**
 * Started in a JVM of its own, with devtools: works, has itself restarted, works again, and says each time how many threads of
 * a scheduler there are before and after, and by which loaders the application and its tasks find their classes. Its arguments
 * are the goroutines of one start after the other.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(GmpAutoConfiguration.class)
public class RestartedApplication {

    /** Counts restarts; a system property, because everything else is loaded anew. */
    private static final String GENERATION = "generation";

    public static void main(String[] arguments) throws Exception {
        List<String> before = threadsLeft();
        int generation = Integer.getInteger(GENERATION, 0);
        ConfigurableApplicationContext context = new SpringApplicationBuilder(RestartedApplication.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties("gmp.goroutines=" + arguments[generation])
                .run(arguments);
        AsyncTaskExecutor executor = context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class);
        work(executor);
        ClassLoader tasks = executor.submit(() -> Thread.currentThread().getContextClassLoader())
                .get(100, TimeUnit.SECONDS);
        generation++;
        System.setProperty(GENERATION, Integer.toString(generation));
        System.out.println("RESULT %d goroutines=%s before=%s after=%d starter=%s application=%s tasks=%s"
                .formatted(
                        generation,
                        context.getBean(GmpScheduler.class).goroutines(),
                        before,
                        schedulerThreads().size(),
                        name(GmpAutoConfiguration.class.getClassLoader()),
                        name(RestartedApplication.class.getClassLoader()),
                        tasks == RestartedApplication.class.getClassLoader() ? "same" : name(tasks)));
        if (generation < arguments.length) {
            Restarter.getInstance().restart();
        } else {
            System.exit(SpringApplication.exit(context));
        }
    }

    private static String name(ClassLoader loader) {
        return loader.getClass().getSimpleName();
    }

    /** Blocks in several tasks at once, so that there are several threads. */
    private static void work(AsyncTaskExecutor executor) throws Exception {
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tasks.add(executor.submit(() -> {
                Thread.sleep(20);
                return null;
            }));
        }
        for (Future<?> task : tasks) {
            task.get(100, TimeUnit.SECONDS);
        }
    }

    /** Threads end a little after their scheduler. */
    private static List<String> threadsLeft() throws InterruptedException {
        List<String> left = schedulerThreads();
        for (int i = 0; i < 1_000 && !left.isEmpty(); i++) {
            Thread.sleep(10);
            left = schedulerThreads();
        }
        return left;
    }

    private static List<String> schedulerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("gmp-"))
                .toList();
    }
}
