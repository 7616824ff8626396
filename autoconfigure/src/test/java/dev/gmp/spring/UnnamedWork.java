package dev.gmp.spring;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Methods that name no executor and no task scheduler, and what an application may have for them. */
public class UnnamedWork {

    private final BlockingQueue<String> ticks = new LinkedBlockingQueue<>();

    /** The threads of the scheduled method. */
    public BlockingQueue<String> ticks() {
        return ticks;
    }

    @Async
    public CompletableFuture<String> async() {
        return CompletableFuture.completedFuture(thread());
    }

    @Scheduled(fixedDelay = 100)
    public void tick() {
        ticks.add(thread());
    }

    public static String thread() {
        return Thread.currentThread().getName();
    }

    /** Its threads are {@code pool-}. */
    public static ThreadPoolTaskExecutor pool() {
        ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
        pool.setThreadNamePrefix("pool-");
        return pool;
    }

    /** Its thread is {@code service-}. */
    public static ScheduledExecutorService service() {
        return Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("service-"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    public static class WithAsync {

        @Bean
        UnnamedWork unnamed() {
            return new UnnamedWork();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    public static class WithAsyncAndScheduling extends WithAsync {}
}
