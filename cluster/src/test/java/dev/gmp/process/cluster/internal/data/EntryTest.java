package dev.gmp.process.cluster.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.RemotePid;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryTest {

    @ParameterizedTest
    @ValueSource(strings = {"orders", "", "a@b/c", "\0", "+1@h:1/1", "x\0+1@h:1/1", "ä 𝄞"})
    void isReadAsItWasWritten(String subject) {
        for (boolean confirmed : new boolean[] {true, false}) {
            Entry entry = new Entry(subject, confirmed, new RemotePid("[::1]:7355/-5", Long.MAX_VALUE));
            assertThat(Entry.parse(entry.text())).isEqualTo(entry);
        }
    }
}
