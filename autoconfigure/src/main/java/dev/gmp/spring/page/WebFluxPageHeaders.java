package dev.gmp.spring.page;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.PathContainer;
import org.springframework.web.server.WebFilter;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** {@link PageHeaders} in WebFlux, which finds the bean for a management port of its own, too. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass(WebFilter.class)
class WebFluxPageHeaders {

    @Bean
    @ConditionalOnMissingBean(name = "gmpPageHeaders")
    WebFilter gmpPageHeaders(WebEndpointProperties properties, ObjectProvider<PathMapper> mappers) {
        List<PathPattern> paths = PageHeaders.paths(
                        properties, mappers.orderedStream().toList())
                .stream()
                .map(PathPatternParser.defaultInstance::parse)
                .toList();
        return (exchange, chain) -> {
            PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
            if (paths.stream().anyMatch(each -> each.matches(path))) {
                HttpHeaders headers = exchange.getResponse().getHeaders();
                PageHeaders.ALL.forEach(headers::set);
            }
            return chain.filter(exchange);
        };
    }
}
