package dev.gmp.simulation.world;

import java.util.ArrayList;
import java.util.List;

/** What became of each task: everything accepted runs once, or is handed back once; nothing else runs. */
final class Ledger {

    private final List<Task> all = new ArrayList<>();
    private final List<Runnable> handedBack = new ArrayList<>();
    private String wrong;

    int add(Task task) {
        all.add(task);
        return all.size();
    }

    void complain(String what) {
        if (wrong == null) {
            wrong = what;
        }
    }

    String wrong() {
        return wrong;
    }

    /** What shutdownNow has handed back. */
    void returned(List<Runnable> unrun) {
        handedBack.addAll(unrun);
    }

    String wrongAtTheEnd() {
        for (Runnable each : handedBack) {
            Task task = all.stream().filter(any -> any.isBehind(each)).findAny().orElse(null);
            if (task == null) {
                return "shutdownNow returned a stranger: " + each;
            }
            task.countReturned();
        }
        for (Task task : all) {
            String what = task.wrongAtTheEnd();
            if (what != null) {
                return what;
            }
        }
        return wrong;
    }

    /** The tasks that have not ended. */
    List<Task> open() {
        List<Task> open = new ArrayList<>();
        for (Task task : all) {
            if (task.wrongAtTheEnd() != null) {
                open.add(task);
            }
        }
        return open;
    }
}
