package shop;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.*;
import org.springframework.boot.*;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestClient;

@SpringBootApplication
@EnableAsync
@EnableScheduling
public class Shop {

    public static void main(String[] args) throws Exception {
        try (ConfigurableApplicationContext shop = SpringApplication.run(Shop.class, args)) {
            Orders orders = shop.getBean(Orders.class);
            int port = ((WebServerApplicationContext) shop).getWebServer().getPort();
            String answer = RestClient.create("http://localhost:" + port)
                    .get().uri("/order").retrieve().body(String.class);
            double created = shop.getBean(MeterRegistry.class)
                    .get("gmp.goroutines.created").functionCounter().count();
            System.out.println("RESULT async " + orders.place().get(100, TimeUnit.SECONDS));
            System.out.println("RESULT scheduled " + Orders.counted.get(100, TimeUnit.SECONDS));
            System.out.println("RESULT mvc " + answer);
            System.out.println("RESULT meters " + (created >= 2));
            System.out.println("RESULT pools " + shop.getBeanNamesForType(
                    org.springframework.scheduling.concurrent.ExecutorConfigurationSupport.class).length);
        }
    }
}

@RestController
class Orders {

    static final CompletableFuture<String> counted = new CompletableFuture<>();

    @Async
    CompletableFuture<String> place() {
        return CompletableFuture.completedFuture(Thread.currentThread().getName());
    }

    @Scheduled(fixedDelay = 1000)
    void count() {
        counted.complete(Thread.currentThread().getName());
    }

    @GetMapping("/order")
    Callable<String> order() {
        return () -> Thread.currentThread().getName();
    }
}
