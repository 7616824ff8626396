package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.process.Command;
import dev.gmp.process.CommandHandler;
import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.Processes;
import dev.gmp.process.StepOutput;
import dev.gmp.spring.named.InjectedByQualifier;
import dev.gmp.spring.process.WithinStep;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.FileSystemGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/** An application that is processed ahead of time, as the build plugins do it, and runs from what that has generated. */
@ExtendWith(OutputCaptureExtension.class)
class AheadOfTimeTests {

    private static final List<String> PROPERTIES = List.of(
            "server.port=0",
            "gmp.web.enabled=true",
            "management.endpoints.web.exposure.include=*",
            "gmp.schedulers.orders.max-goroutines=2",
            "gmp.schedulers.batch.max-procs=1");

    @TempDir
    private Path directory;

    @Test
    @Tag("long")
    @SuppressWarnings("unchecked")
    void everythingIsThereAndEntriesAreThoseOfTheRun(CapturedOutput output) throws Exception {
        String initializer = generate(new RuntimeHints());
        compile();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = classPathAnd(directory.resolve("classes"), directory.resolve("resources"))) {
            Thread.currentThread().setContextClassLoader(loader);
            Function<String, Map<String, Object>> run =
                    (Function<String, Map<String, Object>>) loader.loadClass(Run.class.getName())
                            .getDeclaredConstructor()
                            .newInstance();
            assertThat(run.apply(initializer))
                    .containsEntry("limit", 3)
                    .containsEntry("scheduler of the bulkhead", "default")
                    .containsEntry("admitted", 1L)
                    .containsEntry("batch runs on its own", true)
                    .containsEntry("later runs on the application's", true)
                    .containsEntry("injected", true)
                    .containsEntry("process", "stored")
                    .containsEntry("handled within its step", true)
                    .containsEntry("page", 200)
                    .containsEntry("has ended", true);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(output).as("which beans there are is settled before").contains("Tomcat serves requests on");
        assertThat(output).doesNotContain("threw an exception");
        assertThat(output.getAll().lines())
                .filteredOn(line -> line.contains(" WARN "))
                .allMatch(line -> line.contains("this JDK ("), "tells of a bug that this JDK may have");
    }

    @Test
    void aNativeImageIsToldOfThePagesFiles() {
        RuntimeHints hints = new RuntimeHints();
        generate(hints);
        assertThat(RuntimeHintsPredicates.resource().forResource("dev/gmp/spring/page/index.html"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.resource().forResource("dev/gmp/spring/page/app.js"))
                .accepts(hints);
    }

    @Test
    void aNativeImageIsToldOfWhatTomcatMakesByItsName() {
        RuntimeHints hints = new RuntimeHints();
        generate(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(TypeReference.of("dev.gmp.spring.web.StayingHttp11Protocol"))
                        .withMemberCategory(MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS))
                .accepts(hints);
    }

    /** @return the name of the class that defines the beans */
    private String generate(RuntimeHints hints) {
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get(Application.class)),
                new FileSystemGeneratedFiles(directory),
                hints);
        try (var context = new AnnotationConfigServletWebServerApplicationContext()) {
            context.register(Application.class);
            TestPropertyValues.of(PROPERTIES).applyTo(context);
            ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
            generation.writeGeneratedContent();
            return initializer.reflectionName();
        }
    }

    private void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xlint:none"));
        arguments.addAll(List.of("-classpath", System.getProperty("java.class.path") + File.pathSeparator + classes()));
        arguments.addAll(List.of("-d", classes()));
        try (Stream<Path> files = Files.walk(directory.resolve("sources"))) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private String classes() throws IOException {
        return Files.createDirectories(directory.resolve("classes")).toString();
    }

    private static URLClassLoader classPathAnd(Path... generated) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path each : generated) {
            urls.add(each.toUri().toURL());
        }
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /**
     * Starts the application by the initializer of the given name, and tells what it has. Loaded by the loader of what was
     * generated, so only the JDK's types are shared.
     */
    public static final class Run implements Function<String, Map<String, Object>> {

        @Override
        public Map<String, Object> apply(String initializer) {
            // A JVM has one of these, and other tests start the Tomcat of another loader.
            TomcatURLStreamHandlerFactory.disable();
            ServletWebServerApplicationContext context = new ServletWebServerApplicationContext();
            try (context) {
                TestPropertyValues.of(PROPERTIES)
                        .and("gmp.schedulers.orders.max-goroutines=3", "gmp.schedulers.later.max-goroutines=1")
                        .and("gmp.web.enabled=false")
                        .applyTo(context);
                initializer(initializer).initialize(context);
                context.refresh();
                Map<String, Object> found = inspect(context);
                GmpScheduler scheduler = context.getBean("gmpScheduler", GmpScheduler.class);
                context.close();
                found.put("has ended", scheduler.isTerminated());
                return found;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @SuppressWarnings("unchecked")
        private static ApplicationContextInitializer<GenericApplicationContext> initializer(String name)
                throws ReflectiveOperationException {
            return (ApplicationContextInitializer<GenericApplicationContext>)
                    Class.forName(name).getDeclaredConstructor().newInstance();
        }

        private static Map<String, Object> inspect(ServletWebServerApplicationContext context) throws Exception {
            Map<String, Object> found = new LinkedHashMap<>();
            context.getBean(Work.class).inOrders().get(100, TimeUnit.SECONDS);
            Bulkhead orders = context.getBean("ordersBulkhead", Bulkhead.class);
            found.put("limit", orders.config().maxGoroutines());
            found.put("scheduler of the bulkhead", orders.snapshot().scheduler());
            found.put("admitted", orders.snapshot().admitted());
            found.put(
                    "batch runs on its own",
                    threadOf(context, "batchTaskExecutor").startsWith("gmp-batch-"));
            found.put(
                    "later runs on the application's",
                    threadOf(context, "laterTaskExecutor").startsWith("gmp-default-"));
            found.put(
                    "injected",
                    context.getBean(InjectedByQualifier.class).executor == context.getBean("ordersTaskExecutor"));
            found.put("handled within its step", context.findAnnotationOnBean("save", WithinStep.class) != null);
            Processes processes = context.getBean(Processes.class);
            found.put(
                    "process",
                    processes.result(processes.submit("saving", "run", null)).get(100, TimeUnit.SECONDS));
            URI page = URI.create("http://localhost:" + context.getWebServer().getPort() + "/actuator/gmpui");
            found.put(
                    "page",
                    HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(page).build(), BodyHandlers.discarding())
                            .statusCode());
            return found;
        }

        private static String threadOf(GenericApplicationContext context, String executor) throws Exception {
            return context.getBean(executor, ExecutorService.class)
                    .submit(() -> Thread.currentThread().getName())
                    .get(100, TimeUnit.SECONDS);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableAsync
    @Import(InjectedByQualifier.class)
    static class Application {

        @Bean
        Work work() {
            return new Work();
        }

        @Bean
        @Scope("prototype")
        Saving saving() {
            return new Saving();
        }

        @Bean
        @WithinStep
        CommandHandler<Save, String> save() {
            return command -> "stored";
        }
    }

    static class Work {

        @Async("orders")
        CompletableFuture<String> inOrders() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }

    record Save() implements Command<String> {}

    static final class Saving implements Process {

        private boolean begun;

        @Override
        public void init(ProcessContext context, String method, Object input) {}

        @Override
        public void step(List<Event> events, StepOutput out) {
            if (!begun) {
                begun = true;
                out.yield(new Save());
            }
            for (Event event : events) {
                if (event instanceof Event.YieldComplete saved) {
                    out.done(saved.error() == null ? saved.data() : saved.error());
                }
            }
        }
    }
}
