package dev.gmp.process.internal.command;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.observe.DescribedTask;
import dev.gmp.process.AsyncCommandHandler;
import dev.gmp.process.Command;
import dev.gmp.process.CommandDispatcher;
import dev.gmp.process.CommandHandler;
import dev.gmp.process.Pid;
import dev.gmp.process.UnhandledCommandException;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.delivery.Completions;
import dev.gmp.process.internal.mailbox.Completion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** The handlers of commands, found by the command's class, else by the nearest of its superclasses and interfaces. */
public final class Commands {

    private final GmpScheduler scheduler;
    private final Completions completions;
    private final Map<Class<?>, CommandDispatcher<Command<?>>> registered;
    private final Map<Class<?>, CommandDispatcher<Command<?>>> known = new ConcurrentHashMap<>();

    public Commands(GmpScheduler scheduler, Completions completions, Map<Class<?>, Kind> kinds) {
        this.scheduler = scheduler;
        this.completions = completions;
        this.registered = new LinkedHashMap<>();
        kinds.forEach((type, kind) -> registered.put(type, kind.dispatcher(this)));
    }

    @FunctionalInterface
    public interface Kind {
        CommandDispatcher<Command<?>> dispatcher(Commands commands);
    }

    public static <R, C extends Command<R>> Kind at(CommandHandler<C, R> handler) {
        return commands -> (command, pid, tag) -> {
            Completion completion = new Completion(tag);
            commands.complete(pid, completion, handler.handle(Commands.<C>cast(command)), null);
        };
    }

    public static <R, C extends Command<R>> Kind onGoroutine(CommandHandler<C, R> handler) {
        return commands -> (command, pid, tag) ->
                commands.scheduler.execute(new Task(commands, pid, tag, Commands.<C>cast(command), handler));
    }

    public static <R, C extends Command<R>> Kind async(AsyncCommandHandler<C, R> handler) {
        return commands -> (command, pid, tag) -> {
            Completion completion = new Completion(tag);
            handler.handle(Commands.<C>cast(command))
                    .whenComplete((result, error) -> commands.complete(pid, completion, result, error));
        };
    }

    public static <C extends Command<?>> Kind by(CommandDispatcher<C> dispatcher) {
        return commands -> (command, pid, tag) -> dispatcher.dispatch(Commands.<C>cast(command), pid, tag);
    }

    /** The process gets any exception. @throws OutOfMemoryError if there is no memory for it to hear that */
    public void dispatch(ControlBlock block, long tag, Command<?> command) {
        try {
            CommandDispatcher<Command<?>> dispatcher = known.computeIfAbsent(command.getClass(), this::find);
            dispatcher.dispatch(command, block, tag);
        } catch (Throwable thrown) {
            complete(block, new Completion(tag), null, thrown);
        }
    }

    private void complete(Pid pid, Completion completion, @Nullable Object result, @Nullable Throwable error) {
        completions.complete(pid, completion, error == null ? result : null, unwrapped(error));
    }

    private static @Nullable Throwable unwrapped(@Nullable Throwable error) {
        return error instanceof CompletionException wrapper && wrapper.getCause() != null ? wrapper.getCause() : error;
    }

    private CommandDispatcher<Command<?>> find(Class<?> command) {
        CommandDispatcher<Command<?>> found = null;
        for (Class<?> each = command; found == null && each != null; each = each.getSuperclass()) {
            found = findFor(each);
        }
        return found != null
                ? found
                : (unhandled, pid, tag) -> {
                    throw new UnhandledCommandException(unhandled.getClass());
                };
    }

    /** That of the type itself, or of the first of its interfaces that has one. */
    private @Nullable CommandDispatcher<Command<?>> findFor(Class<?> type) {
        CommandDispatcher<Command<?>> found = registered.get(type);
        Class<?>[] interfaces = type.getInterfaces();
        for (int i = 0; found == null && i < interfaces.length; i++) {
            found = findFor(interfaces[i]);
        }
        return found;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <C> C cast(Command<?> command) {
        return (C) command; // it was found by its class
    }

    /** A command on a goroutine of its own, called by the command. As a future it says so, too, when the scheduler discards it. */
    private static final class Task extends FutureTask<@Nullable Object> implements DescribedTask {

        private final Commands commands;
        private final Pid pid;
        private final Completion completion;
        private final Class<?> taskClass;

        <R, C extends Command<R>> Task(Commands commands, Pid pid, long tag, C command, CommandHandler<C, R> handler) {
            super(() -> handler.handle(command));
            this.commands = commands;
            this.pid = pid;
            this.completion = new Completion(tag);
            this.taskClass = command.getClass();
        }

        @Override
        public Class<?> taskClass() {
            return taskClass;
        }

        @Override
        protected void setException(Throwable failure) {
            super.setException(failure);
            Goroutines.failed(failure); // for the kind of the command: the scheduler sees nothing of it
        }

        @Override
        protected void done() {
            Object result = null;
            Throwable error = null;
            try {
                result = get();
            } catch (ExecutionException e) {
                error = e.getCause();
            } catch (Throwable e) { // also what asking takes, if there is no memory
                error = e;
            }
            commands.complete(pid, completion, result, error);
        }
    }
}
