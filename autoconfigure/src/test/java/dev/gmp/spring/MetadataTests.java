package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.gmp.spring.cluster.ClusterSettingsOf;
import dev.gmp.spring.config.GmpProperties;
import dev.gmp.spring.config.PropertyMetadata;
import dev.gmp.spring.fuzz.Setting;
import dev.gmp.spring.process.ProcessSettings;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JsonNode;

/** What an IDE and Boot's filter of auto-configurations read in the jar, by the rules of Boot's specification of it. */
class MetadataTests {

    private static final Set<String> PROVIDERS = Set.of(
            "any", "class-reference", "handle-as", "logger-name", "spring-bean-reference", "spring-profile-name");

    private final Map<String, PropertyMetadata> properties =
            PropertyMetadata.all().stream().collect(Collectors.toMap(PropertyMetadata::name, Function.identity()));

    @Test
    void everyPropertyHasATypeAndADescriptionInBootsStyle() {
        assertThat(properties).hasSizeGreaterThan(30).allSatisfy((name, property) -> {
            assertThat(name).matches("(gmp|management)(\\.([a-z]+(-[a-z]+)*|\\*))+");
            assertThat(rawType(property)).isNotNull();
            assertThat(property.description())
                    .matches("[A-Z](?s:.*)\\.")
                    .doesNotMatch("(A|An|The) .*")
                    .doesNotContain(";");
            assertThat(property.description().startsWith("Whether ")).isEqualTo(rawType(property) == Boolean.class);
        });
    }

    @Test
    void everyEntryOfAMapIsKnownByItsType() {
        assertThat(properties)
                .containsKeys(
                        "gmp.schedulers.*.max-goroutines",
                        "gmp.schedulers.*.threads.max",
                        "gmp.schedulers.*.separate",
                        "gmp.cluster.types.*.idle-timeout");
    }

    @Test
    void everyDefaultIsWhatIsBoundWhereNothingIsSet() {
        Binder nothing = Binder.get(new StandardEnvironment());
        assertDefaults(
                Setting.under(
                        "gmp.", "gmp.cluster.", "gmp.incidents.", "gmp.metrics.", "gmp.process.", "gmp.schedulers."),
                nothing.bindOrCreate(GmpProperties.PREFIX, GmpProperties.class),
                GmpProperties.PREFIX);
        assertDefaults(Setting.under("gmp.process."), ProcessSettings.in(nothing), "gmp.process");
        assertDefaults(
                Setting.under("gmp.cluster.", "gmp.cluster.types."), ClusterSettingsOf.in(nothing), "gmp.cluster");
    }

    private static void assertDefaults(List<Setting> settings, Record bound, String prefix) {
        assertThat(settings).hasSizeGreaterThan(3).allSatisfy(setting -> {
            Object byDefault = setting.byDefault().isEmpty() ? null : setting.read(setting.byDefault());
            assertThat(setting.in(bound, prefix)).isEqualTo(byDefault).isNotEqualTo(Integer.MAX_VALUE);
        });
    }

    @Test
    void everyHintNamesAPropertyAndValuesThatItTakes() {
        assertThat(PropertyMetadata.hints()).isNotEmpty().allSatisfy(hint -> {
            String name = hint.get("name").asString();
            PropertyMetadata property = properties.get(name.replaceFirst("\\.(keys|values)$", ""));
            assertThat(property).as(name).isNotNull();
            assertThat(name.matches(".*\\.(keys|values)")).as(name).isEqualTo(rawType(property) == Map.class);
            hint.path("values").forEach(value -> assertConvertible(value.get("value"), property));
            hint.path("providers").forEach(MetadataTests::assertKnown);
        });
    }

    private static void assertConvertible(JsonNode value, PropertyMetadata property) {
        assertThatCode(() ->
                        ApplicationConversionService.getSharedInstance().convert(value.asString(), rawType(property)))
                .doesNotThrowAnyException();
    }

    private static void assertKnown(JsonNode provider) {
        assertThat(provider.get("name").asString()).isIn(PROVIDERS);
        JsonNode target = provider.path("parameters").path("target");
        assertThat(target.isMissingNode() || ClassUtils.isPresent(target.asString(), null))
                .as("%s", provider)
                .isTrue();
    }

    /** Tools offer the constants of an enum by themselves, but do not say what they mean. */
    @Test
    void everyConstantOfAnEnumOfOursIsDescribed() {
        Map<String, JsonNode> hints = PropertyMetadata.hints()
                .valueStream()
                .collect(Collectors.toMap(hint -> hint.get("name").asString(), Function.identity()));
        List<PropertyMetadata> enums = properties.values().stream()
                .filter(property -> !property.name().contains("*"))
                .filter(property ->
                        rawType(property).isEnum() && property.type().startsWith("dev.gmp."))
                .toList();
        assertThat(enums).hasSizeGreaterThan(4).allSatisfy(property -> {
            assertThat(hints).containsKey(property.name());
            assertThat(hints.get(property.name()).get("values").valueStream())
                    .allSatisfy(value ->
                            assertThat(value.path("description").asString("")).matches("[A-Z](?s:.*)\\."))
                    .extracting(value -> value.get("value").asString())
                    .containsExactlyInAnyOrderElementsOf(constants(rawType(property)));
        });
    }

    private static List<String> constants(Class<?> type) {
        return Stream.of(type.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }

    /** What the processor generates is not written down a second time. */
    @Test
    void byHandThereAreOnlySwitchesThatAreBoots() {
        assertThat(PropertyMetadata.writtenByHand())
                .allSatisfy(name -> assertThat(name).matches("management\\.(health|info)\\.gmp(-cluster)?\\.enabled"));
    }

    /** Boot leaves out those whose conditions fail by it, before it loads their classes. */
    @Test
    void everyAutoConfigurationIsInTheMetadataOfTheFilter() throws IOException {
        Properties filter =
                PropertiesLoaderUtils.loadAllProperties("META-INF/spring-autoconfigure-metadata.properties");
        List<String> ours =
                ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()).getCandidates().stream()
                        .filter(name -> name.startsWith("dev.gmp."))
                        .toList();
        assertThat(ours).isNotEmpty().allSatisfy(name -> assertThat(filter).containsKey(name));
    }

    private static Class<?> rawType(PropertyMetadata property) {
        return ClassUtils.resolveClassName(property.type().replaceFirst("<.*", ""), null);
    }
}
