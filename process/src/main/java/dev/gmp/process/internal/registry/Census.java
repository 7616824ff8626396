package dev.gmp.process.internal.registry;

import dev.gmp.process.ProcessInfo;
import dev.gmp.process.ProcessState;
import dev.gmp.process.ProcessTypeSnapshot;
import dev.gmp.process.ProcessesSnapshot;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Ending;
import dev.gmp.process.internal.controlblock.RegisteredType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** Examines the processes that it is shown, and puts what it finds beside what is counted of all. */
public final class Census implements Consumer<ControlBlock> {

    private static final Comparator<ProcessInfo> BY_AGE =
            Comparator.comparing(ProcessInfo::age).thenComparing(ProcessInfo::pid, Comparator.reverseOrder());
    private static final Comparator<ProcessInfo> BY_DEPTH = Comparator.comparingInt(ProcessInfo::waitingMessages);

    private final List<RegisteredType> types;
    private final int nowSeconds;
    private final int most;
    private final Tally tally;
    private final int[][] states;
    private final long[] waiting;
    private final int[] deepest;
    private final long[] steps;
    private final long[] messages;
    private int examined;
    private final PriorityQueue<ProcessInfo> oldest = new PriorityQueue<>(BY_AGE);
    private final PriorityQueue<ProcessInfo> deep = new PriorityQueue<>(BY_DEPTH);

    public Census(Collection<RegisteredType> types, int nowSeconds, int most) {
        this.types = List.copyOf(types);
        this.nowSeconds = nowSeconds;
        this.most = most;
        int count = this.types.size();
        tally = new Tally(count);
        states = new int[count][ProcessState.values().length];
        waiting = new long[count];
        deepest = new int[count];
        steps = new long[count];
        messages = new long[count];
    }

    /** Where what is counted of all is added up. */
    public Tally tally() {
        return tally;
    }

    @Override
    public void accept(ControlBlock block) {
        examined++;
        int type = block.type().index();
        int depth = block.estimatedDepth();
        states[type][block.state().ordinal()]++;
        waiting[type] += depth;
        deepest[type] = Math.max(deepest[type], depth);
        steps[type] += block.steps();
        messages[type] += block.messages();
        if (most > 0) {
            list(block, depth);
        }
    }

    private void list(ControlBlock block, int depth) {
        ProcessInfo youngestOfOldest = oldest.peek();
        long age = (long) nowSeconds - block.startedSeconds();
        if (oldest.size() < most
                || youngestOfOldest == null
                || age > youngestOfOldest.age().toSeconds()) {
            keep(oldest, block.info(nowSeconds));
        }
        ProcessInfo leastDeep = deep.peek();
        if (depth > 0 && (deep.size() < most || leastDeep == null || depth > leastDeep.waitingMessages())) {
            keep(deep, block.info(nowSeconds));
        }
    }

    private void keep(PriorityQueue<ProcessInfo> queue, ProcessInfo info) {
        queue.add(info);
        if (queue.size() > most) {
            queue.poll();
        }
    }

    public ProcessesSnapshot snapshot(
            String name, long sentToEnded, long sentToUnknown, long strayCompletions, boolean shutdown) {
        List<ProcessTypeSnapshot> byType = new ArrayList<>();
        for (RegisteredType type : types) {
            byType.add(snapshot(type));
        }
        return new ProcessesSnapshot(
                name,
                byType,
                examined,
                sentToEnded,
                sentToUnknown,
                strayCompletions,
                sorted(oldest, BY_AGE),
                sorted(deep, BY_DEPTH),
                shutdown);
    }

    private ProcessTypeSnapshot snapshot(RegisteredType type) {
        int i = type.index();
        Map<ProcessState, Integer> byState = new EnumMap<>(ProcessState.class);
        for (ProcessState state : ProcessState.values()) {
            byState.put(state, states[i][state.ordinal()]);
        }
        return new ProcessTypeSnapshot(
                type.name(),
                tally.live(i),
                byState,
                tally.ended(i, Ending.COMPLETED),
                tally.ended(i, Ending.FAILED),
                tally.ended(i, Ending.CANCELLED),
                waiting[i],
                deepest[i],
                steps[i] + tally.steps(i),
                messages[i] + tally.messages(i),
                type.refused().sum(),
                type.dropped().get(),
                type.undelivered().get(),
                type.stepTimes().snapshot());
    }

    private static List<ProcessInfo> sorted(PriorityQueue<ProcessInfo> kept, Comparator<ProcessInfo> order) {
        return kept.stream().sorted(order.reversed()).toList();
    }
}
