package dev.gmp.spring.standin;

import java.util.concurrent.Executor;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.support.ExecutorServiceAdapter;

/** Another executor as one more bean; its life is not this one's business. */
class StandInExecutor extends ExecutorServiceAdapter implements AsyncTaskExecutor {

    StandInExecutor(Executor target) {
        super(target::execute);
    }
}
