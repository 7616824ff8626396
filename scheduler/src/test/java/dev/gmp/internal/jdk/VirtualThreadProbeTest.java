package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VirtualThreadProbeTest {
    @Test
    void anOlderJdkIsToldWhatIsNeeded() {
        VirtualThreadHandles handles = new VirtualThreadProbe(17, UnaryOperator.identity()).probe();

        assertThat(handles.available()).isFalse();
        assertThat(handles.reason()).isEqualTo("virtual goroutines need JDK 21 or later, this is 17");
    }

    @ParameterizedTest
    @EnumSource
    void aJdkThatMovedAPartFallsBackAndNamesIt(JdkPart moved) {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);

        UnaryOperator<String> names = member -> member.equals(moved.member()) ? "movedElsewhere" : member;
        VirtualThreadHandles handles = new VirtualThreadProbe(99, names).probe();

        assertThat(handles.available()).isFalse();
        assertThat(handles.reason())
                .startsWith("virtual goroutines are not known to work on this JDK (" + Runtime.version()
                        + "): it has no " + moved + " as in JDK 21 to 25: ")
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
