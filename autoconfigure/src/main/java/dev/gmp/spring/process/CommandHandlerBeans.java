package dev.gmp.spring.process;

import dev.gmp.process.AsyncCommandHandler;
import dev.gmp.process.Command;
import dev.gmp.process.CommandDispatcher;
import dev.gmp.process.CommandHandler;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.spring.bean.BeanDefinitions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;

/**
 * The application's handlers of commands, each for the class of commands that its bean's type names. Each is looked up when the
 * first command comes: it may need {@code Processes} itself.
 */
final class CommandHandlerBeans {

    private final ConfigurableListableBeanFactory beans;

    /** By the class of commands: the bean that handles them. */
    private final Map<Class<?>, String> handled = new HashMap<>();

    private CommandHandlerBeans(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** @throws InvalidProcessBeanException if a bean does not say which commands it handles, or they have a handler already */
    static void register(ConfigurableListableBeanFactory beans, ProcessesBuilder processes) {
        new CommandHandlerBeans(beans).registerAll(processes);
    }

    /** The beans' types have been checked to be of handlers for just these commands, so the casts say what is so. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private void registerAll(ProcessesBuilder processes) {
        each(CommandHandler.class, (bean, command) -> {
            LaterBean<CommandHandler> later = new LaterBean<>(beans, bean, CommandHandler.class);
            CommandHandler handler = given -> later.get().handle(given);
            if (BeanDefinitions.findAnnotation(beans, bean, WithinStep.class) != null) {
                processes.handle((Class) command, handler);
            } else {
                processes.handleOnGoroutine((Class) command, handler);
            }
        });
        each(AsyncCommandHandler.class, (bean, command) -> {
            LaterBean<AsyncCommandHandler> later = new LaterBean<>(beans, bean, AsyncCommandHandler.class);
            AsyncCommandHandler handler = given -> later.get().handle(given);
            processes.handleAsync((Class) command, handler);
        });
        each(CommandDispatcher.class, (bean, command) -> {
            LaterBean<CommandDispatcher> later = new LaterBean<>(beans, bean, CommandDispatcher.class);
            CommandDispatcher dispatcher = (given, pid, tag) -> later.get().dispatch(given, pid, tag);
            processes.dispatch((Class) command, dispatcher);
        });
    }

    /** @param kind an interface whose first type parameter is the class of commands */
    private void each(Class<?> kind, BiConsumer<String, Class<?>> registration) {
        for (String bean : LaterBean.names(beans, kind)) {
            Class<?> command = commandOf(bean, kind);
            String other = handled.putIfAbsent(command, bean);
            if (other != null) {
                throw new InvalidProcessBeanException(
                        "The beans '%s' and '%s' both handle commands of %s.".formatted(other, bean, command.getName()),
                        "Remove one of them: each command goes to one handler.");
            }
            registration.accept(bean, command);
        }
    }

    private Class<?> commandOf(String bean, Class<?> kind) {
        Class<?> command = typeOf(bean, kind).as(kind).getGeneric(0).resolve();
        if (command == null || command == Command.class) {
            throw new InvalidProcessBeanException(
                    "The bean '%s' is a %s, but its type does not say which commands it handles."
                            .formatted(bean, kind.getSimpleName()),
                    "Declare it with the class of the commands, as in '%s<FetchPage, ...>', or make it a class that implements"
                                    .formatted(kind.getSimpleName())
                            + " that.");
        }
        return command;
    }

    /**
     * With its type arguments, which an object does not know: they stand where the bean is defined, unless what is defined there
     * makes the bean.
     */
    private ResolvableType typeOf(String bean, Class<?> kind) {
        ResolvableType defined = definedType(bean);
        if (defined != null && defined.as(kind) != ResolvableType.NONE) {
            return defined;
        }
        Class<?> type = beans.getType(bean);
        return type == null ? ResolvableType.NONE : ResolvableType.forClass(type);
    }

    private @Nullable ResolvableType definedType(String bean) {
        if (BeanDefinitions.of(beans, bean) instanceof RootBeanDefinition definition) {
            ResolvableType type = definition.getResolvableType();
            return type == ResolvableType.NONE ? null : type;
        }
        return null;
    }
}
