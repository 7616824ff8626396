package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.MessageCodec;
import java.nio.charset.StandardCharsets;

/** Writes what counters of keys are told and answer, as text. */
final class CounterCodec implements MessageCodec {

    record Add(int amount) {}

    record Get() {}

    record Total(int value, String node) {}

    @Override
    public String nameOf(Class<?> type) {
        return type.getSimpleName();
    }

    @Override
    public byte[] write(Object message) {
        String text = message instanceof Add add
                ? "" + add.amount()
                : message instanceof Total total ? total.value() + " " + total.node() : "";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object read(String name, byte[] bytes) {
        String[] parts = new String(bytes, StandardCharsets.UTF_8).split(" ");
        return switch (name) {
            case "Add" -> new Add(Integer.parseInt(parts[0]));
            case "Total" -> new Total(Integer.parseInt(parts[0]), parts[1]);
            default -> new Get();
        };
    }
}
