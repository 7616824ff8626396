package dev.gmp.spring.cluster;

import dev.gmp.process.cluster.JacksonMessageCodec;
import dev.gmp.process.cluster.MessageCodec;
import dev.gmp.spring.cluster.GmpClusterProperties.Format;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import tools.jackson.databind.json.JsonMapper;

/** Messages by Jackson: JSON by the application's own mapper, or CBOR. Apart from what works without Jackson, too. */
final class JsonCodec {

    private static final String PREFIX = GmpClusterProperties.PREFIX;

    private JsonCodec() {}

    /** @throws InvalidConfigurationPropertyValueException if a class cannot be that of a message, or CBOR is not there */
    static MessageCodec of(GmpClusterProperties properties, MessageClasses classes, ListableBeanFactory beans) {
        JacksonMessageCodec.Builder codec =
                JacksonMessageCodec.builder().maxMessageBytes(ClusterSettings.bytes(properties.maxMessageSize()));
        if (properties.format() == Format.CBOR) {
            try {
                codec.cbor();
            } catch (IllegalStateException e) {
                throw new InvalidConfigurationPropertyValueException(PREFIX + ".format", "cbor", e.getMessage(), e);
            }
        } else {
            beans.getBeanProvider(JsonMapper.class).ifAvailable(codec::mapper);
        }
        properties.messages().forEach(name -> classes.named(name).forEach(type -> register(codec, name, type)));
        return codec.build();
    }

    private static void register(JacksonMessageCodec.Builder codec, String name, Class<?> type) {
        try {
            codec.messages(type);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationPropertyValueException(PREFIX + ".messages", name, e.getMessage(), e);
        }
    }
}
