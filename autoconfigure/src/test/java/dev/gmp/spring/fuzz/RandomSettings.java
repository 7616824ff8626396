package dev.gmp.spring.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Some settings with random texts, what Spring reads in them, and which of them must be refused. */
public final class RandomSettings {

    private final Map<Setting, String> texts = new LinkedHashMap<>();
    private final Map<Setting, Object> values = new LinkedHashMap<>();

    /** With what is shown for the value: the text, or the value that was read. */
    private final Map<Setting, String> bad = new LinkedHashMap<>();

    /** Settings whose range is narrower than the document's widest one, for the sake of another setting. */
    private final Set<Setting> narrowed = new HashSet<>();

    private final boolean fromEnvironment;
    private final UnaryOperator<String> spelling;
    private final String entry;

    /** One to three of these. */
    public RandomSettings(List<Setting> choice, SplittableRandom random) {
        this(choice, "", random);
    }

    /** One to three of these, where {@code *} in their names stands for a name. */
    public RandomSettings(List<Setting> choice, String name, SplittableRandom random) {
        entry = name;
        fromEnvironment = name.matches("[a-z0-9]*") && random.nextInt(4) == 0;
        spelling = spelling(random.nextInt(4));
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            Setting setting = choice.get(random.nextInt(choice.size()));
            texts.put(setting, RandomText.of(setting, random));
        }
        texts.forEach(this::judge);
    }

    private void judge(Setting setting, String text) {
        Object value;
        try {
            value = setting.read(resolved(text));
        } catch (RuntimeException e) {
            bad.put(setting, text);
            return;
        }
        if (value == null) {
            if (setting.primitive()) {
                bad.put(setting, text);
            }
            return;
        }
        values.put(setting, value);
        if (!setting.allows(value)) {
            bad.put(setting, value.toString());
        }
    }

    /** Boot leaves a placeholder alone that it knows nothing for. */
    private static String resolved(String text) {
        return text.startsWith("${fuzz.absent:") ? text.substring(14, text.length() - 1) : text;
    }

    private static UnaryOperator<String> spelling(int kind) {
        return switch (kind) {
            case 0 -> name -> Setting.camelCase(name);
            case 1 -> name -> name.replace('-', '_');
            case 2 -> name -> name.toUpperCase(Locale.ROOT);
            default -> name -> name;
        };
    }

    public Map<Setting, String> texts() {
        return texts;
    }

    /** What is there and can be read, allowed or not. */
    public Map<Setting, Object> values() {
        return values;
    }

    /** The value of a setting by its name's last part; null if there is none. */
    public Object value(String component) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().component().equals(component))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** Marks a setting, by its name's last part, as one that must be refused because of others. */
    public void refuse(String component) {
        values.keySet().stream()
                .filter(setting -> setting.component().equals(component))
                .forEach(setting -> {
                    narrowed.add(setting);
                    bad.putIfAbsent(setting, String.valueOf(values.get(setting)));
                });
    }

    /** The same, or something else if there is none. */
    public Object or(String component, Object otherwise) {
        Object value = value(component);
        return value == null ? otherwise : value;
    }

    /** Marks a setting as one that is missed. */
    public void refuseAbsent(List<Setting> choice, String component) {
        choice.stream()
                .filter(setting -> setting.component().equals(component))
                .forEach(setting -> bad.put(setting, "null"));
    }

    public boolean has(String component) {
        return value(component) != null;
    }

    public boolean valid() {
        return bad.isEmpty();
    }

    /** These settings, with other names and, now and then, as variables of the process's environment. */
    public ConfigurableEnvironment environment() {
        Map<String, Object> source = new TreeMap<>();
        texts.forEach((setting, text) -> source.put(
                fromEnvironment
                        ? named(setting).replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT)
                        : written(setting),
                text));
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(each -> environment.getPropertySources().remove(each.getName()));
        environment
                .getPropertySources()
                .addFirst(
                        fromEnvironment
                                ? new SystemEnvironmentPropertySource(
                                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, source)
                                : new MapPropertySource("fuzz", source));
        ConfigurationPropertySources.attach(environment);
        return environment;
    }

    private String named(Setting setting) {
        return entry.matches("[A-Za-z0-9-]*")
                ? setting.name().replace("*", entry)
                : setting.name().replace(".*", "[" + entry + "]");
    }

    /** As an application's arguments. */
    public String[] arguments() {
        return texts.entrySet().stream()
                .map(text -> "--" + written(text.getKey()) + "=" + text.getValue())
                .toArray(String[]::new);
    }

    /** Whether a report of an application that did not start names one of those that must be refused, with its value. */
    public boolean reported(String output) {
        String shown = asShown(output);
        return bad.entrySet().stream()
                .anyMatch(each -> output.contains(named(each.getKey()))
                        && (shown.contains(asShown(each.getValue()))
                                || shown.contains(asShown(texts.get(each.getKey())))));
    }

    /** A console shows what its character set lacks as question marks. */
    private static String asShown(String text) {
        return text.replaceAll("[^ -~]+", "?").replaceAll("[?]+", "?");
    }

    private String written(Setting setting) {
        String name = spelling.apply(setting.name());
        return entry.matches("[a-z0-9]([a-z0-9-]*)") ? name.replace("*", entry) : name.replace(".*", "[" + entry + "]");
    }

    /** Checks that what was refused is one of those that must be, with its value and a reason. */
    public void assertRefused(Throwable failure) {
        Refusal refusal = Refusal.of(failure);
        assertThat(bad).as("refused although valid: %s of %s", refusal, this).isNotEmpty();
        assertThat(bad.entrySet()).as("%s of %s", refusal, this).anySatisfy(bad -> {
            assertThat(refusal.property()).isEqualTo(named(bad.getKey()));
            assertThat(String.valueOf(refusal.value())).isIn(bad.getValue(), texts.get(bad.getKey()));
        });
        assertThat(refusal.reason()).isNotBlank();
        bad.keySet().stream()
                .filter(setting -> named(setting).equals(refusal.property()))
                .filter(setting -> values.containsKey(setting) && !setting.allows(values.get(setting)))
                .filter(setting -> !narrowed.contains(setting))
                .filter(setting -> refusal.reason().matches("must be (between|at least).*"))
                .forEach(setting -> setting.assertRangeIn(refusal.reason()));
    }

    @Override
    public String toString() {
        return (entry.isEmpty() ? "" : "'" + entry + "': ") + texts + (fromEnvironment ? " in the environment" : "")
                + ", to be refused: " + bad.keySet();
    }
}
