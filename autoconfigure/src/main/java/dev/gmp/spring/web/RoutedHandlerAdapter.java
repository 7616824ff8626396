package dev.gmp.spring.web;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Calls WebFlux's own adapter for controllers, and tells {@link RouteExecutor} the route of the request. It comes right before
 * that adapter, which has no order.
 */
record RoutedHandlerAdapter(ObjectProvider<RequestMappingHandlerAdapter> adapters) implements HandlerAdapter, Ordered {

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE - 1;
    }

    @Override
    public boolean supports(Object handler) {
        RequestMappingHandlerAdapter adapter = adapters.getIfUnique();
        return adapter != null && adapter.supports(handler);
    }

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        Mono<HandlerResult> result = adapters.getObject().handle(exchange, handler);
        Object pattern = exchange.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        if (pattern == null) {
            return result;
        }
        String route = Routes.nameOf(exchange.getRequest().getMethod().name(), pattern);
        return Mono.from(subscriber -> RouteExecutor.during(route, () -> result.subscribe(subscriber)));
    }
}
