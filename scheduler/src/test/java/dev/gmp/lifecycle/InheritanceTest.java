package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.testkit.Schedulers;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What the thread whose submission starts a machine would hand down to a thread of its own, the machine does not get. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class InheritanceTest {

    @Parameter
    GoroutineMode mode;

    private final AtomicInteger handedDown = new AtomicInteger();
    private final InheritableThreadLocal<String> inheritable = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parentValue) {
            if (isFromAConstructorOfOurs()) {
                handedDown.incrementAndGet();
            }
            return parentValue;
        }
    };
    private ClassLoader loaderBefore;

    /** And not of a thread that the JDK makes for itself meanwhile. */
    private static boolean isFromAConstructorOfOurs() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                        .anyMatch(type -> Thread.class.isAssignableFrom(type)
                                && type.getName().startsWith("dev.gmp.")));
    }

    @BeforeEach
    void prepareTheStarter() {
        loaderBefore = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0]));
        inheritable.set("a request's secret");
    }

    @AfterEach
    void restoreTheStarter() {
        Thread.currentThread().setContextClassLoader(loaderBefore);
        inheritable.remove();
    }

    @Test
    void inheritableThreadLocalsAreNotEvenAskedForAChildsValue() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(2).goroutines(mode).build()) {
            assertThat(scheduler.submit(inheritable::get).get()).isNull();
            assertThat(scheduler.submit(inheritable::get).get()).isNull();
        }
        assertThat(handedDown).hasValue(0);
    }

    /** Where no task has set it again: in a listener, between two goroutines. */
    @Test
    void theContextClassLoaderIsTheSchedulersBetweenGoroutinesToo() throws Exception {
        Set<ClassLoader> loaders = ConcurrentHashMap.newKeySet();
        Set<String> inherited = ConcurrentHashMap.newKeySet();
        try (GmpScheduler scheduler = Schedulers.direct(2).goroutines(mode).build()) {
            scheduler.addListener(new SchedulerListener() {
                @Override
                public void sliceLength(Duration length) {
                    loaders.add(Thread.currentThread().getContextClassLoader());
                    inherited.add(String.valueOf(inheritable.get()));
                }
            });
            while (inherited.isEmpty()) {
                scheduler.submit(() -> {}).get();
            }
        }
        assertThat(loaders).containsExactly(GmpScheduler.class.getClassLoader());
        assertThat(inherited).containsExactly("null");
    }
}
