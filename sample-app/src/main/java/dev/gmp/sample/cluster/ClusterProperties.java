package dev.gmp.sample.cluster;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the nodes share the corpus.
 *
 * @param parts Number of parts that the corpus is divided into. All nodes need the same number.
 */
@ConfigurationProperties("sample.cluster")
public record ClusterProperties(@DefaultValue("12") int parts) {

    public ClusterProperties {
        if (parts < 1 || parts > 1_000) {
            throw new IllegalArgumentException("sample.cluster.parts is " + parts + "; it must be from 1 to 1000");
        }
    }
}
