package dev.gmp.spring.process;

import dev.gmp.GmpScheduler;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.named.SeparateSchedulers;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/**
 * Processes on the application's scheduler, or one that is named, where the application has a type of process, or is a node
 * of a cluster.
 *
 * @since 0.1
 */
@AutoConfiguration(after = GmpAutoConfiguration.class)
@ConditionalOnGmp
@Conditional(OnProcessTypeCondition.class)
@EnableConfigurationProperties(ProcessProperties.class)
public final class GmpProcessAutoConfiguration {

    /** The name of the bean that starts processes and sends to them. */
    public static final String PROCESSES_BEAN_NAME = "gmpProcesses";

    @Bean(name = PROCESSES_BEAN_NAME, destroyMethod = "")
    @ConditionalOnMissingBean
    Processes gmpProcesses(
            GmpScheduler scheduler,
            ProcessProperties properties,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<ProcessesExtension> extensions,
            Environment environment) {
        properties.requireValid();
        String named = properties.scheduler();
        GmpScheduler own = named == null
                ? scheduler
                : SeparateSchedulers.named(
                        named, ProcessProperties.PREFIX + ".scheduler", beans, environment, PROCESSES_BEAN_NAME);
        ProcessesBuilder builder = Processes.builder(own);
        PropertyMapper.get().from(properties.maxProcesses()).to(builder::maxProcesses);
        CommandHandlerBeans.register(beans, builder);
        CollaboratorBeans.register(beans, builder);
        Map<String, ProcessType> types = ProcessTypeBeans.in(beans, properties);
        extensions.forEach(extension -> extension.extend(builder, types));
        types.values().forEach(builder::register);
        return builder.build();
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(Processes.class)
    ProcessesLifecycle gmpProcessesLifecycle(Processes processes, ProcessProperties properties) {
        return new ProcessesLifecycle(processes, properties.shutdown().awaitTerminationPeriod());
    }
}
