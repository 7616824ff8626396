package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReunionTest {

    private static final NodeId A = new NodeId("a:1", 1);
    private static final NodeId B = new NodeId("b:1", 2);
    private static final NodeId C = new NodeId("c:1", 3);

    @Test
    void theSmallerClusterJoinsTheLargerOne() {
        assertThat(Reunion.joins(Set.of(A), Set.of(B, C))).isTrue();
        assertThat(Reunion.joins(Set.of(B, C), Set.of(A))).isFalse();
    }

    @Test
    void ofTwoOfOneSizeThatWithoutTheFirstNodeJoins() {
        assertThat(Reunion.joins(Set.of(B), Set.of(A))).isTrue();
        assertThat(Reunion.joins(Set.of(A), Set.of(B))).isFalse();
    }

    @Test
    void clustersWithACommonMemberAreOne() {
        assertThat(Reunion.joins(Set.of(B), Set.of(A, B, C))).isFalse();
    }

    @Test
    void anotherLifeOfANodeIsAnotherMember() {
        assertThat(Reunion.joins(Set.of(new NodeId("a:1", 9)), Set.of(A, B))).isTrue();
    }

    @Test
    void aClusterWithAnotherNameIsNotJoined() {
        String text = Reunion.text(Set.of(A, B), "bank of two");

        assertThat(Reunion.members(text, "bank of two")).containsExactlyInAnyOrder(A, B);
        assertThat(Reunion.members(text, "bank")).isEmpty();
        assertThat(Reunion.joins(Set.of(C), Set.of())).isFalse();
    }
}
