package dev.gmp.spring.process.guide;

import dev.gmp.process.CommandHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class SupplierCommands {

    @Bean
    CommandHandler<FetchPage, Page> pageFetcher(Supplier supplier) {
        return command -> supplier.page(command.number());
    }
}
