package dev.gmp.spring.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.web.servlet.handler.MappedInterceptor;

class GmpPageAutoConfigurationTests {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=gmpui";

    private final AutoConfigurations configurations = AutoConfigurations.of(
            GmpAutoConfiguration.class, GmpPageAutoConfiguration.class, TaskSchedulingAutoConfiguration.class);
    private final WebApplicationContextRunner web = new WebApplicationContextRunner().withConfiguration(configurations);

    @Test
    void thereIsAPageWhereItIsExposed() {
        web.withPropertyValues(EXPOSED).run(context -> assertThat(context).hasSingleBean(GmpPageEndpoint.class));
    }

    /** It cannot be had without headers, and the application's own take their place. */
    @Test
    void itsHeadersCanBeReplaced() {
        web.withPropertyValues(EXPOSED)
                .run(context -> assertThat(context).hasBean("gmpPageHeaders").hasSingleBean(MappedInterceptor.class));
        web.withPropertyValues(EXPOSED)
                .withBean("gmpPageHeaders", String.class, () -> "own")
                .run(context -> assertThat(context).doesNotHaveBean(MappedInterceptor.class));
    }

    @Test
    void thereIsNoneByItself() {
        web.run(context -> assertThat(context).doesNotHaveBean(GmpPageEndpoint.class));
    }

    @Test
    void thereIsNoneWithoutAccess() {
        web.withPropertyValues(EXPOSED, "management.endpoint.gmpui.access=NONE")
                .run(context -> assertThat(context).doesNotHaveBean(GmpPageEndpoint.class));
    }

    @Test
    void thereIsNoneOffTheWeb() {
        new ApplicationContextRunner()
                .withConfiguration(configurations)
                .withPropertyValues(EXPOSED)
                .run(context -> assertThat(context).doesNotHaveBean(GmpPageEndpoint.class));
    }

    @Test
    void thereIsNoneWithoutAScheduler() {
        web.withPropertyValues(EXPOSED, "gmp.mode=off")
                .run(context -> assertThat(context).doesNotHaveBean(GmpPageEndpoint.class));
    }

    @ParameterizedTest
    @CsvSource({
        "gmpui,gmp,gmpui,gmp",
        "a/b/page,gmp,page,../../gmp",
        "page,a/gmp,page,a/gmp",
        "a/page,a/gmp,page,../a/gmp",
        "/page,/gmp,page,gmp",
        "page/,gmp/,page,gmp",
        "/a/page/,/b/gmp/,page,../b/gmp"
    })
    void pathsAreRelativeToThePage(String page, String data, String toFiles, String toData) {
        assertThat(PagePaths.between(page, Map.of("gmp", data)))
                .isEqualTo(new PagePaths(toFiles, Map.of("gmp", toData)));
    }
}
