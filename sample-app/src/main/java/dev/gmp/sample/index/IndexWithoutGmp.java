package dev.gmp.sample.index;

import dev.gmp.GmpScheduler;
import dev.gmp.process.CommandHandler;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.sample.index.ReadFile.Content;
import jakarta.annotation.PreDestroy;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * For comparisons the service runs on Boot's own threads, and the starter gives it nothing then. Index runs are processes
 * still, on a small scheduler made by hand, which is idle at other times.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("'${gmp.mode:auto}' matches '(?i)off|false'") // YAML makes false of an unquoted off
class IndexWithoutGmp {

    /** No bean: Boot would leave its own executor out where there is another one. */
    private final GmpScheduler scheduler = GmpScheduler.builder().name("index").build();

    @Bean(destroyMethod = "close")
    Processes indexProcesses(
            ObjectProvider<IndexerProcess> indexers,
            CommandHandler<ListFiles, List<String>> fileLister,
            CommandHandler<ReadFile, Content> fileReader,
            CommandHandler<EndRun, Void> runKeeper) {
        return Processes.builder(scheduler)
                .register(ProcessType.of(IndexerProcess.TYPE, indexers::getObject, IndexerProcess.INDEX))
                .handleOnGoroutine(ListFiles.class, fileLister)
                .handleOnGoroutine(ReadFile.class, fileReader)
                .handleOnGoroutine(EndRun.class, runKeeper)
                .build();
    }

    @PreDestroy
    void close() {
        scheduler.close();
    }
}
