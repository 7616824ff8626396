package dev.gmp.spring.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.handler.MappedInterceptor;

/** {@link PageHeaders} in Spring MVC, which finds the bean for a management port of its own, too. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass(MappedInterceptor.class)
class MvcPageHeaders {

    @Bean
    @ConditionalOnMissingBean(name = "gmpPageHeaders")
    MappedInterceptor gmpPageHeaders(WebEndpointProperties properties, ObjectProvider<PathMapper> mappers) {
        String[] paths =
                PageHeaders.paths(properties, mappers.orderedStream().toList()).toArray(String[]::new);
        return new MappedInterceptor(paths, new HandlerInterceptor() {
            @Override
            public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                PageHeaders.ALL.forEach(response::setHeader);
                return true;
            }
        });
    }
}
