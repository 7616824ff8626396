package dev.gmp.process.internal.registry;

import static dev.gmp.process.testkit.Checkers.everyInterleaving;
import static dev.gmp.process.testkit.Checkers.expect;
import static dev.gmp.process.testkit.Checkers.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.RegisteredType;
import dev.gmp.process.testkit.Scripted;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** NAME-1: a process that has ended holds nothing, also when it ends while it takes its first name or joins its first group. */
@Timeout(600)
class LateNameTest {

    private static final RegisteredType TYPE =
            new RegisteredType(Scripted.type("idle", (self, events, out) -> {}), 0, null);

    private static void firstName() {
        Names names = new Names();
        ControlBlock block = new ControlBlock(TYPE, "run", null);
        together(() -> names.register("name", block), () -> end(block, names));
        expect(names.find("name").isEmpty(), "it has its name for ever");
    }

    private static void firstGroup() {
        Names names = new Names();
        ControlBlock block = new ControlBlock(TYPE, "run", null);
        together(() -> names.join("group", block), () -> end(block, names));
        expect(names.members("group").isEmpty(), "it is a member for ever");
    }

    /** E1 and E2. */
    private static void end(ControlBlock block, Names names) {
        block.complete();
        names.forget(block);
    }

    @Test
    @Tag("long")
    void anEndedProcessHoldsNoName() {
        everyInterleaving(LateNameTest::firstName);
    }

    @Test
    @Tag("long")
    void anEndedProcessIsInNoGroup() {
        everyInterleaving(LateNameTest::firstGroup);
    }

    /** What T2 is for. */
    @Test
    void extrasThatAreMadeAfterTheEndWouldTakeWhateverComes() {
        Names names = new Names();
        ControlBlock block = new ControlBlock(TYPE, "run", null);
        end(block, names);
        assertThat(block.extras().change((own, groups) -> true)).isTrue();
        assertThat(names.register("name", block)).isFalse();
    }
}
