package dev.gmp.spring.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The proofs rest on the books, so they have to see what is wrong. */
class BooksTests {

    private final Books books = new Books();

    @Test
    void oneProcessAfterTheOtherIsFine() {
        write("n0-1", "begin 10 ledger/a p1", "step 20 ledger/a p1", "stepped 30 ledger/a p1", "end 40 ledger/a p1");
        write("n1-1", "begin 50 ledger/a p2", "step 60 ledger/a p2");
        write("n0-1", "begin 55 ledger/b p3");
        assertThat(books.violations()).isEmpty();
        assertThat(books.aliveOn("ledger/a")).contains("n1-1");
    }

    @Test
    void aProcessThatHasNotEndedWhenTheNextBeginsIsSeen() {
        write("n0-1", "begin 10 ledger/a p1", "end 60 ledger/a p1");
        write("n1-1", "begin 50 ledger/a p2");
        assertThat(books.violations()).singleElement().asString().contains("had not ended");
    }

    @Test
    void aKeyLivesWhereItBeganLastThoughAPausedNodeHasNotEndedItsProcess() {
        write("n0-1", "begin 10 ledger/a p1");
        write("n1-1", "begin 50 ledger/a p2");
        assertThat(books.aliveOn("ledger/a")).contains("n1-1");
    }

    @Test
    void aStepAfterTheNextHasBegunIsSeenAlsoOfANodeThatWasPaused() {
        write("n0-1", "begin 10 ledger/a p1");
        books.paused("n0-1", 20, 70);
        write("n1-1", "begin 50 ledger/a p2");
        write("n0-1", "step 80 ledger/a p1", "stepped 81 ledger/a p1", "end 90 ledger/a p1");
        assertThat(books.violations()).singleElement().asString().contains("began a step");
    }

    @Test
    void aStepThatAPauseInterruptsMayEndLater() {
        write("n0-1", "begin 10 ledger/a p1", "step 15 ledger/a p1");
        books.paused("n0-1", 20, 70);
        write("n1-1", "begin 50 ledger/a p2");
        write("n0-1", "stepped 80 ledger/a p1", "end 90 ledger/a p1");
        assertThat(books.violations()).isEmpty();
    }

    @Test
    void whatIsKilledLivesNoLonger() {
        write("n0-1", "begin 10 ledger/a p1", "step 20 ledger/a p1");
        books.killed("n0-1", 30);
        write("n1-1", "begin 50 ledger/a p2");
        assertThat(books.violations()).isEmpty();
    }

    @Test
    void aMessageThatIsHandledTwiceIsSeen() {
        write("n0-1", "begin 10 ledger/a p1", "handled 11 ledger/a p1 7", "end 20 ledger/a p1");
        write("n1-1", "begin 50 ledger/a p2", "handled 51 ledger/a p2 7");
        assertThat(books.violations()).singleElement().asString().contains("handled again");
    }

    private void write(String life, String... reports) {
        List.of(reports).forEach(report -> books.write(life, report));
    }
}
