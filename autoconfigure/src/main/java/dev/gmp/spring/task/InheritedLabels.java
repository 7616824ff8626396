package dev.gmp.spring.task;

import dev.gmp.Goroutines;
import java.util.Map;

/**
 * Work that begins with the labels of the goroutine that has scheduled it, in each of its runs. A run sets the timer of the
 * next one, which would inherit what it has set itself.
 */
record InheritedLabels(Map<String, String> labels, Runnable work) implements Runnable {

    static Runnable before(Runnable work) {
        return new InheritedLabels(Goroutines.labels(), work);
    }

    @Override
    public void run() {
        OwnLabels.restore(labels);
        work.run();
    }

    @Override
    public String toString() {
        return work.toString();
    }
}
