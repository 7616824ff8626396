package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.config.PropertyMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The manifests of a cluster in Kubernetes: they can be read, their parts refer to each other, and each variable is a property of
 * this starter, with a value in its range.
 */
class KubernetesManifestsTests {

    private static final Path FILE = Path.of("..", "docs", "kubernetes", "gmp-cluster.yml");

    private final List<Object> all = read();

    @Test
    void eachPartHasAKindAndAName() {
        assertThat(all.stream().map(part -> at(part, "kind") + " " + at(part, "metadata", "name")))
                .containsExactly(
                        "Service bank-nodes",
                        "Service bank",
                        "PodDisruptionBudget bank",
                        "NetworkPolicy bank-nodes",
                        "Deployment bank");
        assertThat(all).allSatisfy(part -> assertThat(at(part, "apiVersion")).isInstanceOf(String.class));
    }

    @Test
    void theServiceOfTheNodesIsHeadlessAndHasThoseThatAreNotReady() {
        assertThat(at(part("Service bank-nodes"), "spec", "clusterIP")).isEqualTo("None");
        assertThat(at(part("Service bank-nodes"), "spec", "publishNotReadyAddresses"))
                .isEqualTo(true);
    }

    @Test
    void allPartsMeanThePodsOfTheDeployment() {
        Object labels = at(part("Deployment bank"), "spec", "template", "metadata", "labels");

        assertThat(Stream.of(
                        at(part("Service bank-nodes"), "spec", "selector"),
                        at(part("Service bank"), "spec", "selector"),
                        at(part("PodDisruptionBudget bank"), "spec", "selector", "matchLabels"),
                        at(part("NetworkPolicy bank-nodes"), "spec", "podSelector", "matchLabels"),
                        at(part("Deployment bank"), "spec", "selector", "matchLabels")))
                .allMatch(labels::equals);
    }

    @Test
    void portsAreNamedAndThatOfTheClusterIsTheOneItIsToldAndItsDefault() {
        Map<String, Object> ports = new TreeMap<>();
        list(container(), "ports").forEach(port -> ports.put((String) at(port, "name"), at(port, "containerPort")));

        assertThat(ports).containsOnlyKeys("http", "management", "cluster");
        assertThat(ports.get("management")).hasToString(variables().get("MANAGEMENT_SERVER_PORT"));
        assertThat(ports.get("cluster")).hasToString(variables().get("GMP_CLUSTER_PORT"));
        assertThat(defaultOf("gmp.cluster.port")).isEqualTo(variables().get("GMP_CLUSTER_PORT"));
        assertThat(at(list(part("Service bank-nodes"), "spec", "ports").get(0), "port"))
                .isEqualTo(ports.get("cluster"));
        for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
            assertThat(at(container(), probe, "httpGet", "port")).isEqualTo("management");
            assertThat(at(container(), probe, "httpGet", "path")).asString().startsWith("/actuator/health/");
        }
    }

    @Test
    void eachVariableIsAProperty() {
        Map<String, String> properties = PropertyMetadata.all().stream()
                .map(PropertyMetadata::name)
                .collect(Collectors.toMap(KubernetesManifestsTests::variable, name -> name, (one, same) -> one));

        assertThat(variables().keySet().stream().filter(name -> name.startsWith("GMP_")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(properties).containsKey(name));
    }

    @Test
    void nodesFindEachOtherByTheNameOfTheHeadlessServiceAndAwaitAllReplicas() {
        assertThat(variables().get("GMP_CLUSTER_DNS_NAME")).isEqualTo("bank-nodes.$(POD_NAMESPACE).svc.cluster.local");
        assertThat(variables().get("POD_NAMESPACE")).isEqualTo("metadata.namespace");
        assertThat(variables().get("GMP_CLUSTER_HOST")).isEqualTo("status.podIP");
        assertThat(variables().get("GMP_CLUSTER_DNS_REQUIRED"))
                .isEqualTo(String.valueOf(at(part("Deployment bank"), "spec", "replicas")));
    }

    @Test
    void aStopHasMoreTimeThanAllItsLimitsTogether() {
        int grace = (int) at(part("Deployment bank"), "spec", "template", "spec", "terminationGracePeriodSeconds");
        int preStop = (int) at(container(), "lifecycle", "preStop", "sleep", "seconds");
        int requests = 30;
        int limits = Stream.of(
                        "gmp.cluster.shutdown.timeout",
                        "gmp.process.shutdown.await-termination-period",
                        "gmp.shutdown.await-termination-period")
                .mapToInt(name -> Integer.parseInt(defaultOf(name).replace("s", "")))
                .sum();

        assertThat(grace).isGreaterThan(preStop + requests + limits);
    }

    private Object part(String kindAndName) {
        return all.stream()
                .filter(part -> kindAndName.equals(at(part, "kind") + " " + at(part, "metadata", "name")))
                .findFirst()
                .orElseThrow();
    }

    private Object container() {
        return list(part("Deployment bank"), "spec", "template", "spec", "containers")
                .get(0);
    }

    /** By name: the value, or the field of the pod that is the value. */
    private Map<String, String> variables() {
        Map<String, String> variables = new TreeMap<>();
        for (Object variable : list(container(), "env")) {
            Object value = at(variable, "value");
            variables.put((String) at(variable, "name"), (String)
                    (value != null ? value : at(variable, "valueFrom", "fieldRef", "fieldPath")));
        }
        return variables;
    }

    /** As Spring Boot has the names of variables. */
    private static String variable(String property) {
        return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private static String defaultOf(String property) {
        return PropertyMetadata.all().stream()
                .filter(known -> known.name().equals(property))
                .map(PropertyMetadata::byDefault)
                .findFirst()
                .orElseThrow();
    }

    /** What stands at a path of keys; null if nothing does. */
    private static Object at(Object part, String... keys) {
        Object found = part;
        for (String key : keys) {
            found = found == null ? null : ((Map<?, ?>) found).get(key);
        }
        return found;
    }

    private static List<?> list(Object part, String... keys) {
        return (List<?>) at(part, keys);
    }

    private static List<Object> read() {
        try {
            Iterable<Object> parts = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(Files.readString(FILE));
            return new ArrayList<>(
                    StreamSupport.stream(parts.spliterator(), false).toList());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
