package dev.gmp.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Tracer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class SpanExemplarsTests {

    @Test
    void eachRegistryRecordsBeforeRequestsComeAndKeepsNothingOfIt() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        List<String> removed = new ArrayList<>();
        registry.config().onMeterRemoved(meter -> removed.add(meter.getId().getName() + " " + ((Timer) meter).count()));
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        beans.addBean("tracer", Tracer.NOOP);
        beans.addBean("registry", registry);

        new SpanExemplars(beans.getBeanProvider(Tracer.class), beans.getBeanProvider(MeterRegistry.class))
                .afterSingletonsInstantiated();

        assertThat(removed).containsExactly("gmp.exemplars 1");
        assertThat(registry.getMeters()).isEmpty();
    }
}
