package dev.gmp.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstAttemptsTest {

    private final FirstAttempts attempts = new FirstAttempts();

    @Test
    void areMadeUntilManySuccessiveOnesHaveFoundNothing() {
        for (int i = 0; i < FirstAttempts.IN_VAIN; i++) {
            assertThat(attempts.isWorthwhile()).as("after %d", i).isTrue();
            attempts.made(false);
        }
        assertThat(attempts.isWorthwhile()).isFalse();
    }

    @Test
    void areMadeWhereSomeFindSomething() {
        for (int i = 0; i < 5; i++) {
            findNothing(FirstAttempts.IN_VAIN - 1);
            attempts.made(true);
        }
        assertThat(attempts.isWorthwhile()).isTrue();
    }

    @Test
    void areMadeNowAndThenWhereTheyAreLeftOut() {
        findNothing(FirstAttempts.IN_VAIN);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < FirstAttempts.LEFT_OUT; i++) {
                assertThat(attempts.isWorthwhile())
                        .as("%d in round %d", i, round)
                        .isFalse();
                attempts.wasLeftOut();
            }
            assertThat(attempts.isWorthwhile()).isTrue();
            attempts.made(false);
        }
    }

    @Test
    void areMadeAgainOnceOneHasFoundSomething() {
        findNothing(FirstAttempts.IN_VAIN);
        attempts.made(true);
        assertThat(attempts.isWorthwhile()).isTrue();
        findNothing(1);
        assertThat(attempts.isWorthwhile()).isTrue();
    }

    private void findNothing(int times) {
        for (int i = 0; i < times; i++) {
            attempts.made(false);
        }
    }
}
