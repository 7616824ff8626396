package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class FoundingTest {

    private static final Set<String> FIVE = Set.of("a:1", "b:1", "c:1", "d:1", "e:1");

    @Test
    void theFirstOfMostFormerMembersFoundsOnce() {
        Founding founding = new Founding("a:1", FIVE, null);
        founding.looks("b:1", FIVE);
        founding.looks("c:1", Set.of());

        assertThat(founding.decide(true, Set.of())).isTrue();
        assertThat(founding.isOver()).isTrue();

        founding.looks("b:1", FIVE);
        founding.looks("c:1", FIVE);
        assertThat(founding.decide(true, Set.of())).isFalse();
    }

    @Test
    void theMinorityDoesNotFound() {
        Founding founding = new Founding("a:1", FIVE, null);
        founding.looks("b:1", FIVE);

        assertThat(founding.decide(true, Set.of())).isFalse();
    }

    @Test
    void membersThatOnlyAnotherNodeKnewCount() {
        Founding founding = new Founding("a:1", Set.of("a:1", "b:1", "c:1"), null);
        founding.looks("b:1", FIVE);

        assertThat(founding.decide(true, Set.of())).isFalse();
    }

    @Test
    void aNodeThatIsNotTheFirstDoesNotFound() {
        Founding founding = new Founding("b:1", FIVE, null);
        founding.looks("a:1", FIVE);
        founding.looks("c:1", FIVE);

        assertThat(founding.decide(true, Set.of())).isFalse();
        assertThat(founding.isOver()).isFalse();
    }

    @Test
    void aNodeThatStoodStillDoesNotFoundByOldAnswers() {
        Founding founding = new Founding("a:1", FIVE, null);
        founding.looks("b:1", FIVE);
        founding.looks("c:1", FIVE);

        assertThat(founding.decide(false, Set.of())).isFalse();
        assertThat(founding.decide(true, Set.of())).isFalse();
    }

    @Test
    void noNodeFoundsWhileThereIsACluster() {
        Founding founding = new Founding("a:1", FIVE, null);
        founding.looks("b:1", FIVE);
        founding.looks("c:1", FIVE);
        founding.isMember();

        assertThat(founding.decide(true, Set.of())).isFalse();
    }

    @Test
    void whatWasHeardBeforeTheLastDecisionDoesNotCount() {
        Founding founding = new Founding("a:1", FIVE, null);
        founding.looks("b:1", FIVE);
        assertThat(founding.decide(true, Set.of())).isFalse();
        founding.looks("c:1", FIVE);

        assertThat(founding.decide(true, Set.of())).isFalse();
    }

    @Test
    void newNodesThatNeverFoundArePassedOver() {
        Founding founding = new Founding("c:1", FIVE, "c:1");
        founding.looks("a:1", Set.of());
        founding.looks("b:1", Set.of());

        assertThat(founding.decide(true, Set.of())).isTrue();
    }

    @Test
    void theFirstSeedNodeFoundsAloneIfItIsNew() {
        Founding founding = new Founding("a:1", FIVE, "c:1");
        founding.looks("b:1", FIVE);
        founding.looks("c:1", Set.of());

        assertThat(founding.decide(true, Set.of())).isFalse();
    }

    @Test
    void ofThoseThatWereCutOffTheFirstFoundsWhereverItStandsAmongTheSeedNodes() {
        Founding founding = new Founding("a:1", FIVE, "c:1");
        founding.looks("b:1", FIVE);
        founding.looks("c:1", FIVE);

        assertThat(founding.decide(true, Set.of())).isTrue();
    }

    @Test
    void theFirstSeedNodeFoundsAloneAndNoOtherNewNodeDoes() {
        assertThat(new Founding("a:1", Set.of(), "a:1").decide(true, Set.of())).isTrue();

        Founding other = new Founding("b:1", Set.of(), "a:1");
        other.looks("c:1", Set.of());
        assertThat(other.decide(true, Set.of())).isFalse();
    }

    @Test
    void aNewNodeFoundsNoneBesideThoseThatWereCutOff() {
        Founding founding = new Founding("b:1", Set.of(), "a:1");
        founding.looks("c:1", FIVE);

        assertThat(founding.decide(true, Set.of())).isFalse();
    }

    @Test
    void ofNewNodesByDnsTheFirstFounds() {
        Founding first = new Founding("a:1", Set.of(), null);
        first.looks("b:1", Set.of());
        assertThat(first.decide(true, Set.of())).isTrue();

        Founding second = new Founding("b:1", Set.of(), null);
        second.looks("a:1", Set.of());
        assertThat(second.decide(true, Set.of())).isFalse();
    }

    @Test
    void aSilentNodeDelaysTheFoundingForSomeRounds() {
        Founding founding = new Founding("a:1", Set.of("a:1", "b:1", "c:1"), null);
        for (int round = 0; round < Founding.MOST_SILENT_ROUNDS; round++) {
            founding.looks("b:1", Set.of());
            assertThat(founding.decide(true, Set.of("b:1", "c:1"))).isFalse();
        }
        founding.looks("b:1", Set.of());

        assertThat(founding.decide(true, Set.of("b:1", "c:1"))).isTrue();
    }

    @Test
    void roundsInWhichANodeMayNotFoundDoNotCountAsSilent() {
        Founding founding = new Founding("a:1", Set.of("a:1", "b:1", "c:1"), null);
        for (int round = 0; round < Founding.MOST_SILENT_ROUNDS; round++) {
            assertThat(founding.decide(true, Set.of("b:1", "c:1"))).isFalse();
        }
        founding.looks("b:1", Set.of());

        assertThat(founding.decide(true, Set.of("b:1", "c:1"))).isFalse();
    }

    @Test
    void whatANodeSaidBeforeItIsAskedIsOld() {
        Founding founding = new Founding("a:1", Set.of(), null);
        founding.looks("b:1", Set.of());
        founding.looks("c:1", Set.of());

        founding.ask(Set.of("b:1"));

        assertThat(founding.hasHeardOf(Set.of("b:1"))).isFalse();
        assertThat(founding.hasHeardOf(Set.of("c:1"))).isTrue();
        founding.isMember();
        assertThat(founding.hasHeardOf(Set.of("b:1"))).isTrue();
    }
}
