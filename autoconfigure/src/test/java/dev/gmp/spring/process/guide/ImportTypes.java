package dev.gmp.spring.process.guide;

import dev.gmp.process.Overflow;
import dev.gmp.process.ProcessType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class ImportTypes {

    @Bean
    ProcessType nightlyImport(Prices prices) {
        return ProcessType.of("nightlyImport", () -> new PriceImport(prices), "import")
                .withMailbox(100, Overflow.DROP_OLDEST);
    }
}
