package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class VirtualThreadProbeTest {
    @Test
    void anOlderJdkIsToldWhatIsNeeded() {
        VirtualThreadHandles handles = new VirtualThreadProbe(17, "newVirtualThread").probe();

        assertThat(handles.available()).isFalse();
        assertThat(handles.reason()).isEqualTo("virtual goroutines need JDK 21 or later, this is 17");
    }

    @Test
    void aJdkThatMovedTheFactoryFallsBack() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);

        VirtualThreadHandles handles = new VirtualThreadProbe(99, "movedElsewhere").probe();

        assertThat(handles.available()).isFalse();
        assertThat(handles.reason())
                .startsWith("virtual goroutines are not known to work on this JDK (" + Runtime.version())
                .contains("movedElsewhere");
    }

    @Test
    void handlesThatAreMissingThrowTheReasonAnewAtEachCall() {
        VirtualThreadHandles handles = VirtualThreadHandles.unavailable("the reason");
        Executor scheduler = Runnable::run;
        Runnable task = () -> {};

        assertThatThrownBy(() -> handles.newThread().invoke(scheduler, "name", 0, task))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the reason");
        Throwable first = catchFrom(handles);
        Throwable second = catchFrom(handles);
        assertThat(first).isInstanceOf(IllegalStateException.class).hasMessage("the reason");
        assertThat(second).isNotSameAs(first);
    }

    private static Throwable catchFrom(VirtualThreadHandles handles) {
        try {
            return new AssertionError("returned " + (int) handles.stateOf().invokeExact(Thread.currentThread()));
        } catch (Throwable e) {
            return e;
        }
    }
}
