package dev.gmp.spring.cluster;

import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.Relay;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterBuilder;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.MessageCodec;
import dev.gmp.process.cluster.StateStore;
import dev.gmp.spring.config.InvalidSettings;
import dev.gmp.spring.process.InvalidProcessBeanException;
import dev.gmp.spring.process.ProcessesExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/** Builds the application's node from properties and beans, when its {@code Processes} are built. */
final class ClusterNode implements ProcessesExtension {

    private static final Log LOG = LogFactory.getLog(ClusterNode.class);

    private static final String PHASE_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";
    private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);
    private static final String JACKSON = "tools.jackson.databind.json.JsonMapper";

    private final GmpClusterProperties properties;
    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;
    private final ResourceLoader resources;
    private @Nullable ClusterBuilder node;

    ClusterNode(
            GmpClusterProperties properties,
            ConfigurableListableBeanFactory beans,
            Environment environment,
            ResourceLoader resources) {
        this.properties = properties;
        this.beans = beans;
        this.environment = environment;
        this.resources = resources;
    }

    @Override
    public void extend(ProcessesBuilder builder, Map<String, ProcessType> types) {
        requireNoRelay();
        List<KeyedType> keyed = KeyedTypes.take(types, beans, properties.types());
        ClusterBuilder built = ClusterSettings.builder(properties).codec(codec());
        keyed.forEach(built::register);
        if (keyed.stream().anyMatch(type -> type.state().isPresent())) {
            built.stateStore(stateStore());
        }
        SSLContext tls = sslContext();
        if (tls != null) {
            built.sslContext(tls);
        }
        InvalidSettings.reported(GmpClusterProperties.PREFIX, null, () -> built.connect(builder));
        node = built;
    }

    /**
     * The application's node, which beans get before it joins. Addresses may be kept from the beginning.
     *
     * @throws InvalidProcessBeanException if the application has built its {@code Processes} itself
     */
    Cluster cluster(Processes processes) {
        ClusterBuilder built = node;
        if (built == null) {
            throw new InvalidProcessBeanException(
                    "The application defines Processes of its own, and gmp.cluster.name is set.",
                    "Remove that bean: those of a node are built from gmp.process.* and the application's beans.");
        }
        warnOfShortPhase();
        return built.prepare(processes);
    }

    /** Spring waits no longer than that for a phase, and goes on to stop what the node still needs. */
    private void warnOfShortPhase() {
        Duration leaving = properties.shutdown().timeout();
        Duration phase =
                Binder.get(environment).bind(PHASE_TIMEOUT, Duration.class).orElse(DEFAULT_PHASE_TIMEOUT);
        if (phase.compareTo(leaving) <= 0) {
            LOG.warn(
                    "%s is %s, and must be longer than gmp.cluster.shutdown.timeout, which is %s: else the node may be stopped before it has handed its keys over"
                            .formatted(PHASE_TIMEOUT, phase, leaving));
        }
    }

    /** @throws InvalidConfigurationPropertyValueException if the port cannot be opened, or the host is another machine's */
    void start(Processes processes) {
        try {
            Objects.requireNonNull(node).start(processes);
        } catch (IllegalStateException e) {
            String host = properties.host();
            boolean isPort = host == null || isOfThisMachine(host);
            throw new InvalidConfigurationPropertyValueException(
                    GmpClusterProperties.PREFIX + (isPort ? ".port" : ".host"),
                    isPort ? properties.port() : host,
                    String.valueOf(e.getMessage()),
                    e);
        }
    }

    private static boolean isOfThisMachine(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress()
                    || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            return false;
        }
    }

    private MessageCodec codec() {
        MessageCodec own = beans.getBeanProvider(MessageCodec.class).getIfAvailable();
        if (own != null) {
            return own;
        }
        if (!ClassUtils.isPresent(JACKSON, resources.getClassLoader())) {
            throw new InvalidProcessBeanException(
                    "Messages between nodes need Jackson 3, which is not on the class path.",
                    "Add tools.jackson.core:jackson-databind, or define a bean of type %s."
                            .formatted(MessageCodec.class.getName()));
        }
        return JsonCodec.of(properties, new MessageClasses(environment, resources), beans);
    }

    private void requireNoRelay() {
        String[] relays = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Relay.class, true, false);
        if (relays.length > 0) {
            throw new InvalidProcessBeanException(
                    "The bean '%s' is a Relay, and gmp.cluster.name is set.".formatted(relays[0]),
                    "Remove one of them: each message to another node goes to one relay, and the cluster has its own.");
        }
    }

    private StateStore stateStore() {
        StateStore store = beans.getBeanProvider(StateStore.class).getIfAvailable();
        if (store == null) {
            throw new InvalidProcessBeanException(
                    "A keyed type has a state, and there is no bean of type %s.".formatted(StateStore.class.getName()),
                    "Define one, or give the application a database: a JdbcStateStore is made for the only DataSource.");
        }
        return store;
    }

    private @Nullable SSLContext sslContext() {
        String bundle = properties.ssl().bundle();
        if (bundle == null) {
            return null;
        }
        try {
            return beans.getBean(SslBundles.class).getBundle(bundle).createSslContext();
        } catch (NoSuchSslBundleException e) {
            throw new InvalidConfigurationPropertyValueException(
                    GmpClusterProperties.PREFIX + ".ssl.bundle",
                    bundle,
                    "must be the name of an SSL bundle, as spring.ssl.bundle.* defines them",
                    e);
        }
    }
}
