package dev.gmp.spring.process;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Settings of processes for tests elsewhere, bound and checked as at an application's start. */
public final class ProcessSettings {

    private ProcessSettings() {}

    public static Record in(Binder binder) {
        ProcessProperties properties = binder.bindOrCreate(ProcessProperties.PREFIX, ProcessProperties.class);
        properties.requireValid();
        return properties;
    }

    /** What an application needs to have processes at all. */
    @Configuration(proxyBeanMethods = false)
    public static class AnyProcess {

        @Bean
        @Scope("prototype")
        Counter counter() {
            return new Counter();
        }
    }
}
