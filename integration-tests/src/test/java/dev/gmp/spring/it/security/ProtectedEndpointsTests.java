package dev.gmp.spring.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.it.PatientClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The filter chain of docs/operate/security.md, and what it lets pass. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.autoconfigure.exclude=org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration,"
                    + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "management.endpoints.web.exposure.include=health,gmp,gmpui,gmptrace,gmpincidents",
            "management.endpoint.gmpincidents.access=unrestricted",
            "gmp.incidents.folder=target/protected-incidents",
            "management.endpoint.gmp.access=unrestricted",
            "management.endpoint.gmptrace.access=unrestricted",
            "gmp.max-procs=2"
        })
@DirtiesContext
class ProtectedEndpointsTests {

    @LocalServerPort
    private int port;

    @Autowired
    private GmpScheduler scheduler;

    @Test
    void nobodyElseSeesMoreThanTheHealth() {
        assertThat(status(null, HttpMethod.GET, "health")).isEqualTo(200);
        assertThat(status(null, HttpMethod.GET, "gmp")).isEqualTo(401);
        assertThat(status(null, HttpMethod.POST, "gmp")).isEqualTo(401);
        assertThat(status(null, HttpMethod.POST, "gmptrace")).isEqualTo(401);
        assertThat(status(null, HttpMethod.GET, "gmpincidents")).isEqualTo(401);
        assertThat(scheduler.maxProcs()).isEqualTo(2);
    }

    @Test
    void viewersSeeAndChangeNothing() {
        assertThat(status("viewer", HttpMethod.GET, "gmp")).isEqualTo(200);
        assertThat(status("viewer", HttpMethod.GET, "gmp/default")).isEqualTo(200);
        assertThat(status("viewer", HttpMethod.GET, "gmpui")).isEqualTo(200);
        assertThat(status("viewer", HttpMethod.POST, "gmp")).isEqualTo(403);
        assertThat(status("viewer", HttpMethod.POST, "gmp/default")).isEqualTo(403);
        assertThat(status("viewer", HttpMethod.POST, "gmptrace")).isEqualTo(403);
        assertThat(status("viewer", HttpMethod.GET, "gmpincidents")).isEqualTo(403);
        assertThat(status("viewer", HttpMethod.POST, "gmpincidents")).isEqualTo(403);
        assertThat(scheduler.maxProcs()).isEqualTo(2);
    }

    @Test
    void operatorsChangeAndRecord() {
        assertThat(status("operator", HttpMethod.POST, "gmp")).isEqualTo(204);
        assertThat(scheduler.maxProcs()).isEqualTo(3);
        scheduler.setMaxProcs(2);
        assertThat(status("operator", HttpMethod.POST, "gmptrace")).isEqualTo(202);
        assertThat(status("operator", HttpMethod.DELETE, "gmptrace")).isEqualTo(204);
        assertThat(status("operator", HttpMethod.POST, "gmpincidents")).isEqualTo(200);
        assertThat(status("operator", HttpMethod.GET, "gmpincidents")).isEqualTo(200);
    }

    /** Spring Security has headers of its own, which give way: each is there once. */
    @Test
    void thePageKeepsItsHeaders() {
        PageHeaderCheck.assertIn(exchange("viewer", HttpMethod.GET, "gmpui").getResponseHeaders());
    }

    /** As the document says, of stacks, too: a user with a role sees none until the application shows them. */
    @Test
    void nobodySeesStacks() {
        for (String user : List.of("viewer", "operator")) {
            assertThat(new String(Objects.requireNonNull(exchange(user, HttpMethod.GET, "gmp/default?stacks=true")
                            .getResponseBody())))
                    .contains("\"stacksAllowed\":false");
        }
    }

    @Test
    void theChainIsThatOfTheDocument() throws IOException {
        Matcher sample = Pattern.compile("```java\\n(@Bean\\n@Order.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "operate", "security.md")));
        assertThat(sample.find()).isTrue();
        String here = Files.readString(Path.of(
                "src/test/java",
                getClass().getPackageName().replace('.', '/'),
                getClass().getSimpleName() + ".java"));
        assertThat(words(here)).contains(words(sample.group(1)));
    }

    /** Without line breaks, indentation and comments. */
    private static String words(String code) {
        return code.replaceAll("//.*", "").replaceAll("\\s+", "");
    }

    private int status(String user, HttpMethod method, String path) {
        return exchange(user, method, path).getStatus().value();
    }

    private EntityExchangeResult<byte[]> exchange(String user, HttpMethod method, String path) {
        RestTestClient.RequestBodySpec request =
                PatientClient.of(port).method(method).uri("/actuator/" + path);
        if (user != null) {
            request.headers(headers -> headers.setBasicAuth(user, "secret"));
        }
        if (method == HttpMethod.POST) {
            request.contentType(MediaType.APPLICATION_JSON).body("{\"maxProcs\": 3}");
        }
        return request.exchange().returnResult(byte[].class);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        @Order(1)
        SecurityFilterChain actuatorSecurity(HttpSecurity http) {
            return http.securityMatcher(EndpointRequest.toAnyEndpoint())
                    .authorizeHttpRequests(requests -> requests.requestMatchers(EndpointRequest.to("health"))
                            .permitAll()
                            .requestMatchers(EndpointRequest.to("gmp", "gmpui").withHttpMethod(HttpMethod.GET))
                            .hasAnyRole("VIEWER", "OPERATOR")
                            .anyRequest()
                            .hasRole("OPERATOR"))
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .build();
        }

        /** Only finds users: a manager would store their passwords anew, by an encoder that is slow on purpose. */
        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("viewer")
                            .password("{noop}secret")
                            .roles("VIEWER")
                            .build(),
                    User.withUsername("operator")
                            .password("{noop}secret")
                            .roles("OPERATOR")
                            .build())::loadUserByUsername;
        }
    }
}
