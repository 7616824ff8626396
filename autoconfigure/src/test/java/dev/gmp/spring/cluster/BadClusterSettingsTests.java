package dev.gmp.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.Process;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Relay;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.spring.process.InvalidProcessBeanException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** What stops the start of a node, and what is said of it. No node joins. */
@ExtendWith(OutputCaptureExtension.class)
class BadClusterSettingsTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            port                        | 65536                | must be from 0 to 65535
            host                        | a b                  | must be a host name or an IP address
            roles                       | dc-east              | must be not blank, and not begin with dc-
            seed-nodes                  | nowhere              | must be of the form host:port
            max-message-size            | 1B                   | must be from 1024 to 16777216
            max-message-size            | 3GB                  | must be from 1024 to 16777216
            buffer.size                 | 0                    | must be from 1 to 10000000
            buffer.timeout              | 0s                   | must be from PT0.1S to PT1H
            failure.acceptable-pause    | 0s                   | must be from PT0.5S to PT1H
            failure.stable-after        | 0s                   | must be from PT1S to PT1H
            hand-over.timeout           | -1s                  | must be from PT0S to PT1H
            shutdown.timeout            | 2h                   | must be from PT1S to PT1H
            format                      | cbor                 | CBOR needs the dependency
            messages                    | java.lang.Runnable   | cannot be registered as messages
            messages                    | no.such.package      | must be a class, or a package that has records or enums
            name                        | 'a\u007fb'           | must be not blank, without control characters
            ssl.bundle                  | none                 | must be the name of an SSL bundle
            types.account.shards        | 0                    | must be from 1 to 4096
            types.account.role          | ''                   | must be not blank
            types.account.idle-timeout  | 1ms                  | must be 100 ms or more
            types.accounts              |                      | must be the name of a keyed type, which are [account]
            """)
    void aValueOutOfRangeIsNamedWithItsRange(String setting, String value, String reason) {
        String property = "gmp.cluster." + setting;
        String set = setting.equals("types.accounts") ? property + ".shards=7" : property + "=" + value;
        assertInvalid(Node.first().withPropertyValues(set), property, reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gmp.cluster.dns.required=0                             | dns.required | must be from 1 to 1000
            gmp.cluster.dns.name=a/b                               | dns.name     | must be a name of the DNS
            gmp.cluster.port=0                                     | port         | must be from 1 to 65535 where
            gmp.cluster.port=7355,gmp.cluster.seed-nodes=other:7355 | dns.name     | must be absent where
            """)
    void withDns(String properties, String setting, String reason) {
        assertInvalid(
                Node.first()
                        .withPropertyValues("gmp.cluster.port=7355", "gmp.cluster.dns.name=nodes.invalid")
                        .withPropertyValues(properties.split(",")),
                "gmp.cluster." + setting,
                reason);
    }

    /** Spring stops what the node still needs when the time of a phase is over. */
    @Test
    void aPhaseThatIsTooShortToLeaveInIsLogged(CapturedOutput output) {
        Node.first()
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=21s")
                .run(context -> assertThat(output).doesNotContain("timeout-per-shutdown-phase"));
        Node.first()
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=20s")
                .run(context -> assertThat(output)
                        .contains("spring.lifecycle.timeout-per-shutdown-phase is PT20S, and must be longer than"
                                + " gmp.cluster.shutdown.timeout, which is PT20S"));
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertInvalid(
                    Node.first().withPropertyValues("gmp.cluster.port=" + taken.getLocalPort()),
                    "gmp.cluster.port",
                    "Address already in use");
        }
    }

    @Test
    void aHostOfAnotherMachineIsNamed() {
        assertInvalid(Node.first().withPropertyValues("gmp.cluster.host=192.0.2.1"), "gmp.cluster.host", "192.0.2.1");
    }

    @Test
    void anAnnotationOutOfRangeIsNamedWithItsBean() {
        assertRefused(
                Node.first().withUserConfiguration(NoShards.class),
                "The bean 'empty' has @Keyed with the shards 0",
                "1 to 4096");
        assertRefused(
                Node.first().withUserConfiguration(NoTime.class),
                "The bean 'hasty' has @Keyed with the idleTimeout 'soon'",
                "Write it as");
    }

    @Test
    void aStateNeedsAStore() {
        assertRefused(
                Node.first().withUserConfiguration(WithState.class),
                "A keyed type has a state, and there is no bean of type",
                "JdbcStateStore");
    }

    @Test
    void twoTypesOfOneNameAreRefused() {
        assertRefused(
                Node.first()
                        .withBean(
                                "second",
                                KeyedType.class,
                                () -> KeyedType.of(ProcessType.of("account", () -> null, "run"))),
                "The bean 'second' is a keyed type of the name 'account', and there is one",
                "a name of its own");
    }

    @Test
    void aRelayOfTheApplicationIsRefused() {
        assertRefused(
                Node.first().withBean("pigeons", Relay.class, () -> (to, sender, message) -> SendResult.UNKNOWN),
                "The bean 'pigeons' is a Relay, and gmp.cluster.name is set",
                "Remove one of them");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ACCOUNT", "account"})
    void anEntryOfTypesIsFoundAsAnEnvironmentVariableSpellsIt(String entry) {
        KeyedTypeProperties settings = new KeyedTypeProperties(7, null, null, null);
        assertThat(KeyedTypeProperties.of("acc-ount", Map.of(entry, settings)).shards())
                .isEqualTo(7);
    }

    /** The exception has others as its causes, which name no property. */
    private static void assertInvalid(ApplicationContextRunner node, String property, String reason) {
        node.run(context -> {
            assertThat(context).hasFailed();
            Throwable failure = context.getStartupFailure();
            while (!(failure instanceof InvalidConfigurationPropertyValueException) && failure.getCause() != null) {
                failure = failure.getCause();
            }
            assertThat(failure).isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, refused -> {
                assertThat(refused.getName()).isEqualTo(property);
                assertThat(refused.getReason()).contains(reason);
            });
        });
    }

    private static void assertRefused(ApplicationContextRunner node, String problem, String action) {
        node.run(context -> assertThat(context)
                .hasFailed()
                .getFailure()
                .rootCause()
                .isInstanceOf(InvalidProcessBeanException.class)
                .hasMessageContaining(problem)
                .extracting("action")
                .asString()
                .contains(action));
    }

    @Configuration(proxyBeanMethods = false)
    static class NoShards {

        @Bean
        @Scope("prototype")
        @Keyed(shards = 0)
        Process empty() {
            return new Account(List.of());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoTime {

        @Bean
        @Keyed(idleTimeout = "soon")
        ProcessType hasty() {
            return ProcessType.of("hasty", () -> new Account(List.of()), "run");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithState {

        @Bean
        @Keyed(state = String.class)
        ProcessType lasting() {
            return ProcessType.of("lasting", () -> new Account(List.of()), "run");
        }
    }
}
