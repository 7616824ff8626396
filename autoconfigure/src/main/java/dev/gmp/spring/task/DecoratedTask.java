package dev.gmp.spring.task;

import dev.gmp.observe.TaskWrapper;

/**
 * What decorators made of a task, still called by the task.
 *
 * @param wrappedTask the task before
 */
record DecoratedTask(Runnable wrappedTask, Runnable decorated) implements Runnable, TaskWrapper {

    @Override
    public void run() {
        decorated.run();
    }

    @Override
    public String toString() {
        return decorated.toString();
    }
}
