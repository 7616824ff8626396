package dev.gmp.spring.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.cluster.Account.Balance;
import dev.gmp.spring.cluster.Account.Deposit;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.mock.env.MockEnvironment;

class MessageClassesTests {

    @Test
    void aPackageHasItsRecordsAndEnumsAndNoOtherClass() {
        assertThat(named(getClass().getPackageName()))
                .contains(Deposit.class, Balance.class, Colour.class)
                .doesNotContain(Account.class, Plain.class, Marker.class);
    }

    @Test
    void aClassIsWhatItIsCalled() {
        assertThat(named(Plain.class.getName())).containsExactly(Plain.class);
    }

    /** Its name is not the same on all nodes. */
    @Test
    void aRecordWithinAMethodIsNone() {
        record Local(int value) {}

        assertThat(named(getClass().getPackageName())).doesNotContain(Local.class);
    }

    private static Set<Class<?>> named(String name) {
        return new MessageClasses(new MockEnvironment(), new DefaultResourceLoader()).named(name);
    }

    enum Colour {
        RED
    }

    interface Marker {}

    static final class Plain {}
}
