package dev.gmp.process.internal;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessInfo;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesSnapshot;
import dev.gmp.process.SendResult;
import dev.gmp.process.ShutdownReport;
import dev.gmp.process.UnknownProcessException;
import dev.gmp.process.YieldResult;
import dev.gmp.process.internal.command.Commands;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Host;
import dev.gmp.process.internal.controlblock.RegisteredType;
import dev.gmp.process.internal.delivery.Completions;
import dev.gmp.process.internal.delivery.Delivery;
import dev.gmp.process.internal.lifetime.Cancellation;
import dev.gmp.process.internal.lifetime.Lifetime;
import dev.gmp.process.internal.lifetime.Shutdown;
import dev.gmp.process.internal.mailbox.Completion;
import dev.gmp.process.internal.registry.Census;
import dev.gmp.process.internal.registry.Directory;
import dev.gmp.process.internal.registry.Names;
import dev.gmp.process.internal.step.StepLoop;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Wires the parts of a runtime together, and answers for them. */
public final class ProcessRuntime implements Processes {

    private static final System.Logger LOGGER = System.getLogger(Processes.class.getName());

    /** How long {@link #close} waits for those that it has ended, which only their running step may delay. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final String name;
    private final GmpScheduler scheduler;
    private final Duration closeTimeout;
    private final Host host = new Home();
    private final Directory directory;
    private final Names names = new Names();
    private final Lifetime lifetime;
    private final Delivery delivery;
    private final Completions completions;
    private final Cancellation cancellation;
    private final StepLoop stepLoop;
    private final Map<String, RegisteredType> types = new LinkedHashMap<>();

    public ProcessRuntime(GmpScheduler scheduler, RuntimeSettings settings) {
        this.scheduler = scheduler;
        name = settings.name();
        closeTimeout = settings.closeTimeout();
        directory = new Directory(settings.types().size(), settings.maxProcesses());
        lifetime = new Lifetime(scheduler, directory, names, settings.listener());
        delivery = new Delivery(host, directory, lifetime, settings.relay());
        completions = new Completions(host, lifetime);
        cancellation = new Cancellation(host, lifetime);
        stepLoop = new StepLoop(lifetime, new Commands(scheduler, completions, settings.handlers()));
        for (ProcessType type : settings.types()) {
            types.put(type.name(), new RegisteredType(type, types.size(), host));
        }
    }

    /** This runtime, as its control blocks know it. */
    private final class Home implements Host {

        @Override
        public Processes processes() {
            return ProcessRuntime.this;
        }

        @Override
        public SendResult deliver(Pid to, Pid sender, Object message) {
            return delivery.deliver(to, sender, message);
        }

        @Override
        public void run(ControlBlock block) {
            stepLoop.run(block);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public GmpScheduler scheduler() {
        return scheduler;
    }

    @Override
    public Set<String> types() {
        return Collections.unmodifiableSet(types.keySet());
    }

    @Override
    public Pid submit(String type, String method, @Nullable Object input) {
        Goroutines.ensureStack();
        RegisteredType registered = types.get(type);
        if (registered == null) {
            throw new UnknownProcessException(
                    "process type '%s' is not registered; registered are %s".formatted(type, types.keySet()));
        }
        registered.requireMethod(method);
        ControlBlock block = new ControlBlock(registered, method, input);
        directory.add(block);
        lifetime.schedule(block);
        return block;
    }

    @Override
    public SendResult send(Pid to, Object message) {
        return delivery.deliver(to, null, message);
    }

    @Override
    public SendResult send(long pid, Object message) {
        return delivery.deliver(pid, null, message);
    }

    @Override
    public SendResult receive(long pid, @Nullable Pid sender, Object message) {
        return delivery.deliver(pid, sender, message);
    }

    @Override
    public SendResult receive(Pid to, @Nullable Pid sender, Object message) {
        return delivery.deliver(to, sender, message);
    }

    @Override
    public YieldResult completeYield(Pid pid, long tag, @Nullable Object result) {
        return completions.complete(pid, new Completion(tag), result, null);
    }

    @Override
    public YieldResult failYield(Pid pid, long tag, Throwable error) {
        return completions.complete(pid, new Completion(tag), null, Objects.requireNonNull(error, "error"));
    }

    @Override
    public boolean cancel(Pid pid, String reason) {
        return cancellation.cancel(pid, reason);
    }

    @Override
    public boolean end(Pid pid, String reason) {
        return cancellation.end(pid, reason);
    }

    @Override
    public boolean endIfIdle(Pid pid, String reason) {
        return cancellation.endIfIdle(pid, reason);
    }

    @Override
    public CompletableFuture<@Nullable Object> result(Pid pid) {
        return own(pid).result();
    }

    @Override
    public Optional<ProcessInfo> info(long pid) {
        ControlBlock block = directory.find(pid);
        return block == null ? Optional.empty() : Optional.of(block.info(directory.seconds()));
    }

    @Override
    public Optional<Pid> find(long pid) {
        return Optional.ofNullable(directory.find(pid));
    }

    @Override
    public Optional<Pid> find(String processName) {
        return names.find(processName);
    }

    @Override
    public boolean register(String processName, Pid pid) {
        return names.register(Objects.requireNonNull(processName, "processName"), own(pid));
    }

    @Override
    public boolean join(String group, Pid pid) {
        return names.join(Objects.requireNonNull(group, "group"), own(pid));
    }

    @Override
    public boolean leave(String group, Pid pid) {
        return names.leave(Objects.requireNonNull(group, "group"), own(pid));
    }

    @Override
    public Set<Pid> members(String group) {
        return names.members(group);
    }

    @Override
    public int broadcast(String group, Object message) {
        int delivered = 0;
        for (Pid member : names.members(group)) {
            if (send(member, message) == SendResult.DELIVERED) {
                delivered++;
            }
        }
        return delivered;
    }

    @Override
    public int size() {
        return directory.size();
    }

    @Override
    public ProcessesSnapshot snapshot(int most, int examined) {
        requireNotNegative("most", most);
        requireNotNegative("examined", examined);
        Census census = new Census(types.values(), directory.seconds(), most);
        directory.census(census, examined, census.tally());
        return census.snapshot(
                name, delivery.sentToEnded(), delivery.sentToUnknown(), completions.stray(), directory.isClosed());
    }

    private static void requireNotNegative(String name, int value) {
        if (value < 0) {
            throw new IllegalArgumentException("%s must be 0 or more, but was %d".formatted(name, value));
        }
    }

    @Override
    public ShutdownReport shutdown(Duration limit) throws InterruptedException {
        return new Shutdown(cancellation, directory).cancelAll(limit, "shutdown");
    }

    @Override
    public ShutdownReport shutdownNow(Duration limit) throws InterruptedException {
        return new Shutdown(cancellation, directory).endAll(limit, "shutdown");
    }

    @Override
    public void close() {
        boolean interrupted = false;
        try {
            if (shutdown(closeTimeout).isComplete()) {
                return;
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            ShutdownReport report = shutdownNow(interrupted ? Duration.ZERO : GRACE);
            if (!report.isComplete()) {
                LOGGER.log(
                        System.Logger.Level.WARNING,
                        "%d processes of %s have not ended: %s"
                                .formatted(report.left().size(), name, report.describeLeft()));
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private ControlBlock own(Pid pid) {
        if (pid instanceof ControlBlock block && block.host() == host) {
            return block;
        }
        throw new IllegalArgumentException(pid + " is not a process of " + name);
    }
}
