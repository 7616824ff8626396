package dev.gmp.observe.leak;

import dev.gmp.observe.profile.GoroutineGroup;
import java.time.Instant;

/**
 * A group of goroutines with the same stack which has only grown, and whose oldest never goes on. They wait for
 * another thread without a limit of time, so they may be forgotten (Go: the goroutine leak profile).
 *
 * @param group the group as a profile found it. Of a sampled profile, its numbers are those of the sample
 * @param count the number of goroutines in the group; an estimate where the profile was sampled
 * @param grown by how many the group has grown since then
 * @param since the moment from which on it has not shrunk
 * @since 0.2.0
 */
public record LeakSuspect(GoroutineGroup group, long count, long grown, Instant since) {

    /**
     * The suspect in a few lines of text.
     *
     * @param stacks whether to show stack and labels
     */
    public String toText(boolean stacks) {
        return LeakText.of(this, stacks);
    }
}
