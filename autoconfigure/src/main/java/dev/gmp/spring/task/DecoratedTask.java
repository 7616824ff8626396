package dev.gmp.spring.task;

import dev.gmp.observe.DescribedTask;

/**
 * What decorators made of a task, still called by the task.
 *
 * @param taskClass of the task before
 */
record DecoratedTask(Class<?> taskClass, Runnable decorated) implements Runnable, DescribedTask {

    @Override
    public void run() {
        decorated.run();
    }

    @Override
    public String toString() {
        return decorated.toString();
    }
}
