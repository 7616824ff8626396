package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.incident.GmpIncidentsEndpoint;
import dev.gmp.spring.info.GmpInfoAutoConfiguration;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON in docs/reference/endpoints.md has the fields of the endpoints' answers, all of them, in their order. */
class EndpointsDocumentTests {

    private static final Pattern JSON = Pattern.compile("(?ms)^```jsonc\\n(.*?)^```");

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

    @Test
    void theEndpointsAnswerHasTheFieldsOfTheDocument() throws IOException {
        assertHasFieldsOf(GmpEndpoint.SchedulersDescriptor.class, block(0), "gmp");
    }

    @Test
    void theProfileHasTheFieldsOfTheDocument() throws IOException {
        assertHasFieldsOf(ProfileDescriptor.class, block(2), "gmpgoroutines");
    }

    @Test
    void theCapsulesHaveTheFieldsOfTheDocument() throws IOException {
        assertHasFieldsOf(GmpIncidentsEndpoint.Incidents.class, block(3), "gmpincidents");
    }

    @Test
    void thePartOfInfoHasTheFieldsOfTheDocument() throws IOException {
        JsonNode documented = block(1).get("gmp");
        new ApplicationContextRunner()
                .withBean(GmpScheduler.class, () -> GmpScheduler.builder().build())
                .withConfiguration(AutoConfigurations.of(GmpInfoAutoConfiguration.class))
                .run(context -> {
                    Info.Builder info = new Info.Builder();
                    context.getBean(InfoContributor.class).contribute(info);
                    JsonNode told = MAPPER.valueToTree(info.build().get("gmp"));
                    assertThat(told.propertyNames()).containsExactlyElementsOf(documented.propertyNames());
                    assertThat(told.at("/schedulers/default").propertyNames())
                            .containsExactlyElementsOf(
                                    documented.at("/schedulers/default").propertyNames());
                });
    }

    /** A list is documented by its first element, or was by a list of the same type; null stands for any value. */
    private static void assertHasFieldsOf(Type type, JsonNode documented, String path) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            if (generic.getRawType() == Map.class || generic.getRawType() == List.class) {
                documented.values().forEach(each -> assertHasFieldsOf(of[of.length - 1], each, path));
            }
        } else if (type instanceof Class<?> plain && plain.isRecord() && !documented.isNull()) {
            RecordComponent[] components = plain.getRecordComponents();
            assertThat(documented.propertyNames())
                    .as(path)
                    .containsExactlyElementsOf(Arrays.stream(components)
                            .map(RecordComponent::getName)
                            .toList());
            for (RecordComponent component : components) {
                JsonNode value = documented.get(component.getName());
                assertHasFieldsOf(component.getGenericType(), value, path + "." + component.getName());
            }
        }
    }

    private static JsonNode block(int index) throws IOException {
        String document = Files.readString(Path.of("..", "docs", "reference", "endpoints.md"));
        return MAPPER.readTree(
                JSON.matcher(document).results().toList().get(index).group(1));
    }
}
