package dev.gmp.spring.process;

import dev.gmp.process.Pid;
import dev.gmp.process.ProcessListener;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

/** Tells every listener that the application has, in their order. What one throws does not keep the others from it. */
final class EachListener implements ProcessListener {

    private final List<LaterBean<ProcessListener>> listeners;

    EachListener(List<LaterBean<ProcessListener>> listeners) {
        this.listeners = listeners;
    }

    @Override
    public void failed(Pid pid, String type, Throwable cause) {
        RuntimeException thrown = null;
        for (ProcessListener listener : inOrder().toList()) {
            try {
                listener.failed(pid, type, cause);
            } catch (RuntimeException e) {
                thrown = e;
            }
        }
        if (thrown != null) {
            throw thrown; // to be dealt with as that of a single one
        }
    }

    private Stream<ProcessListener> inOrder() {
        return listeners.stream().map(LaterBean::get).sorted(AnnotationAwareOrderComparator.INSTANCE);
    }
}
