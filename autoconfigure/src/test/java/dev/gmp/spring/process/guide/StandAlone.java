package dev.gmp.spring.process.guide;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import java.util.concurrent.ExecutionException;

/** The guide's process without Spring. */
final class StandAlone {

    private StandAlone() {}

    static Object run(Prices prices, Supplier supplier) throws ExecutionException, InterruptedException {
        try (GmpScheduler scheduler = GmpScheduler.builder().name("imports").build();
                Processes processes = Processes.builder(scheduler)
                        .register(ProcessType.of("priceImport", () -> new PriceImport(prices), "import", "dryRun"))
                        .handleOnGoroutine(FetchPage.class, command -> supplier.page(command.number()))
                        .build()) {
            Pid pid = processes.submit("priceImport", "import", null);
            return processes.result(pid).get();
        }
    }
}
