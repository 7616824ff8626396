package dev.gmp.process.cluster.internal.node;

import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pekko.cluster.ConfigValidation;
import org.apache.pekko.cluster.Invalid;
import org.apache.pekko.cluster.JoinConfigCompatChecker;
import org.apache.pekko.cluster.Valid$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Keeps a node out of a cluster from whose settings its own differ, where all nodes must agree. Pekko makes one.
 *
 * <p>Pekko asks on both sides, and tells the joining node no reason if the other side refuses it. So the side that is
 * asked always agrees, and the joining node looks itself and logs what differs.
 */
public final class ContractCheck extends JoinConfigCompatChecker {

    /** Pekko hides its settings of TLS from the check of the side that is asked. */
    private static final String KNOWN_TO_JOINING_SIDE = "pekko.remote.artery.ssl";

    @Override
    public Seq<String> requiredKeys() {
        return CollectionConverters.asScala(List.of(PekkoConfig.CONTRACT)).toSeq();
    }

    @Override
    public ConfigValidation check(Config other, Config own) {
        if (!own.hasPath(KNOWN_TO_JOINING_SIDE)) {
            return Valid$.MODULE$;
        }
        List<String> differences = differences(contract(other), contract(own));
        return differences.isEmpty()
                ? Valid$.MODULE$
                : new Invalid(CollectionConverters.asScala(differences).toSeq());
    }

    private static List<String> differences(Map<String, String> cluster, Map<String, String> own) {
        List<String> differences = new ArrayList<>();
        own.forEach((subject, value) -> {
            String others = cluster.getOrDefault(subject, value);
            if (!others.equals(value)) {
                differences.add("%s: %s here, %s there".formatted(subject, value, others));
            }
        });
        return differences;
    }

    private static Map<String, String> contract(Config config) {
        Map<String, String> contract = new HashMap<>();
        if (config.hasPath(PekkoConfig.CONTRACT)) {
            List<String> parts = config.getStringList(PekkoConfig.CONTRACT);
            for (int i = 0; i + 1 < parts.size(); i += 2) {
                contract.put(parts.get(i), parts.get(i + 1));
            }
        }
        return contract;
    }
}
