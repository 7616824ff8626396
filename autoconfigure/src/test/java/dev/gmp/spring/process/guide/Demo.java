package dev.gmp.spring.process.guide;

import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class Demo {

    @Bean
    Prices prices() {
        return rows -> {}; // keeps none
    }

    @Bean
    Supplier supplier() {
        return number -> {
            Thread.sleep(1_000);
            return new Page(List.of("row " + number), number == 60);
        };
    }
}
