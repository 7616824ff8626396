package dev.gmp.spring.process;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.Pid;
import dev.gmp.process.ProcessListener;
import dev.gmp.process.Processes;
import dev.gmp.process.Relay;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.spring.GmpAutoConfiguration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

@ExtendWith(OutputCaptureExtension.class)
class CollaboratorBeansTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, GmpProcessAutoConfiguration.class))
            .withUserConfiguration(ProcessBeansTests.Prototypes.class);

    @Test
    void everyListenerIsToldInOrderAndMayNeedTheProcesses() {
        runner.withUserConfiguration(Listeners.class).run(context -> {
            fail(context);
            List<String> told = context.getBean(Listeners.class).told;
            await().until(() -> told.size() == 2);
            int types = context.getBean(Processes.class).types().size();
            assertThat(told).containsExactly("first", "second of " + types);
        });
    }

    @Test
    void ofSeveralRelaysOneIsPrimary() {
        runner.withBean("one", Relay.class, () -> (to, sender, message) -> SendResult.UNKNOWN)
                .withBean("two", Relay.class, () -> (to, sender, message) -> SendResult.UNKNOWN)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidProcessBeanException.class)
                        .hasMessageContaining("[one, two]"));
        runner.withBean("one", Relay.class, () -> (to, sender, message) -> SendResult.UNKNOWN)
                .withBean(
                        "two",
                        Relay.class,
                        () -> (to, sender, message) -> SendResult.DELIVERED,
                        definition -> definition.setPrimary(true))
                .run(context -> assertThat(sent(context)).isEqualTo(SendResult.DELIVERED));
    }

    /** By Spring's rules for whatever is injected. */
    @Test
    void theRelayMayStandBeforeOnesThatOnlyItGets() {
        runner.withUserConfiguration(Relays.class)
                .run(context -> assertThat(sent(context)).isEqualTo(SendResult.DELIVERED));
        runner.withBean(
                        "other",
                        Relay.class,
                        () -> (to, sender, message) -> SendResult.UNKNOWN,
                        other -> other.setFallback(true))
                .withBean("mine", Relay.class, () -> (to, sender, message) -> SendResult.DELIVERED)
                .run(context -> assertThat(sent(context)).isEqualTo(SendResult.DELIVERED));
    }

    @Test
    void aPrimaryRelayMayStandInAParent() {
        new ApplicationContextRunner()
                .withBean(
                        "one",
                        Relay.class,
                        () -> (to, sender, message) -> SendResult.DELIVERED,
                        one -> one.setPrimary(true))
                .run(parent -> runner.withParent(parent)
                        .withBean("two", Relay.class, () -> (to, sender, message) -> SendResult.UNKNOWN)
                        .run(context -> assertThat(sent(context)).isEqualTo(SendResult.DELIVERED)));
    }

    @Test
    void aPrimaryRelayIsTakenBeforeThatOfAParent() {
        new ApplicationContextRunner()
                .withBean(
                        "one",
                        Relay.class,
                        () -> (to, sender, message) -> SendResult.UNKNOWN,
                        one -> one.setPrimary(true))
                .run(parent -> runner.withParent(parent)
                        .withBean(
                                "two",
                                Relay.class,
                                () -> (to, sender, message) -> SendResult.DELIVERED,
                                two -> two.setPrimary(true))
                        .run(context -> assertThat(sent(context)).isEqualTo(SendResult.DELIVERED)));
    }

    /** As one that was registered as an object. */
    @Test
    void aRelayWithoutADefinitionIsNoFallback() {
        runner.withInitializer(context -> context.getBeanFactory()
                        .registerSingleton("one", (Relay) (to, sender, message) -> SendResult.UNKNOWN))
                .withBean("two", Relay.class, () -> (to, sender, message) -> SendResult.UNKNOWN)
                .run(context ->
                        assertThat(context).getFailure().rootCause().isInstanceOf(InvalidProcessBeanException.class));
    }

    @Test
    void listenersAreToldInTheOrderOfTheirMethodsAndNoneHoldsUpTheOthers(CapturedOutput output) {
        runner.withUserConfiguration(Troubled.class).run(context -> {
            fail(context);
            List<String> told = context.getBean(Troubled.class).told;
            await().until(() -> told.size() == 2);
            assertThat(told).containsExactly("first", "last");
        });
        assertThat(output)
                .contains("The listener 'cannotBeMade' failed", "The listener 'failing' failed", "no such class");
    }

    private static SendResult sent(AssertableApplicationContext context) {
        return context.getBean(Processes.class).send(new RemotePid("elsewhere", 1), "hello");
    }

    private static void fail(AssertableApplicationContext context) {
        Processes processes = context.getBean(Processes.class);
        processes.send(processes.submit("counter", "up", null), new IllegalStateException("planned"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final List<String> told = new CopyOnWriteArrayList<>();

        @Bean
        ProcessListener second(Processes processes) {
            return new Telling("second of " + processes.types().size(), 2);
        }

        @Bean
        ProcessListener first() {
            return new Telling("first", 1);
        }

        /** And none keeps the others from hearing. */
        private final class Telling implements ProcessListener, Ordered {

            private final String text;
            private final int order;

            Telling(String text, int order) {
                this.text = text;
                this.order = order;
            }

            @Override
            public void failed(Pid pid, String type, Throwable cause) {
                told.add(text);
                throw new IllegalStateException("planned");
            }

            @Override
            public int getOrder() {
                return order;
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Relays {

        @Bean
        Relay retrying(@Qualifier("raw") Relay raw) {
            return (to, sender, message) ->
                    raw.send(to, sender, message) == SendResult.FULL ? SendResult.DELIVERED : SendResult.UNKNOWN;
        }

        @Bean(defaultCandidate = false)
        Relay raw() {
            return (to, sender, message) -> SendResult.FULL;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Troubled {

        final List<String> told = new CopyOnWriteArrayList<>();

        @Bean
        @Order(3)
        ProcessListener last() {
            return telling("last");
        }

        @Bean
        @Order(2)
        ProcessListener failing() {
            return new ProcessListener() {
                @Override
                public void failed(Pid pid, String type, Throwable cause) {
                    throw new NoClassDefFoundError("no such class");
                }
            };
        }

        @Bean
        @Lazy
        ProcessListener cannotBeMade() {
            throw new IllegalStateException("planned");
        }

        @Bean
        @Order(1)
        ProcessListener first() {
            return telling("first");
        }

        private ProcessListener telling(String text) {
            return new Telling(told, text);
        }

        /** What its class says comes after what its method does. */
        @Order(2)
        private record Telling(List<String> told, String text) implements ProcessListener {

            @Override
            public void failed(Pid pid, String type, Throwable cause) {
                told.add(text);
            }
        }
    }
}
