package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.channel.Channel;
import dev.gmp.channel.ChannelClosedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * The page alone leads to the line of code behind a trouble in a few clicks. The output says how long all took. With {@code
 * -Dsample.page.images=docs/images} the pictures of the documents are taken, too.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FindFromThePageTests extends OpenedServiceTest {

    @Autowired
    private GmpScheduler scheduler;

    /** What was clicked on. What a busy machine makes a person click on again is there once. */
    private final Set<String> clicks = new HashSet<>();

    private Browser browser;
    private long openedNanos;

    @BeforeAll
    void takeBrowser() {
        browser = Browser.get();
    }

    @BeforeEach
    void openThePage() {
        browser.beDesktop();
        browser.prefer("light");
        clicks.clear();
    }

    @AfterEach
    void report(TestInfo test) {
        System.out.printf(
                "%s: %d clicks, %d ms%n",
                test.getDisplayName(), clicks.size(), (System.nanoTime() - openedNanos) / 1_000_000);
    }

    @Test
    @Order(1)
    void aHogIsFoundByTheVerdictAndItsStackShowsTheLine() {
        Cruncher cruncher = new Cruncher();
        List<Future<?>> hogs = submitHogs(cruncher);
        try {
            open();
            eventually()
                    .untilAsserted(() ->
                            assertThat(browser.text("#verdict-headline")).contains("FindFromThePageTests$Cruncher"));
            click("#hogs > li:first-child summary");
            eventually()
                    .untilAsserted(() -> assertThat(browser.text("#hogs > li:first-child pre"))
                            .contains("FindFromThePageTests$Cruncher.run(FindFromThePageTests.java:"));
            assertThat(clicks).hasSize(1);
            eventually()
                    .untilAsserted(() -> assertThat(browser.text("#kinds > tr:first-child"))
                            .startsWith("FindFromThePageTests$Cruncher "));
            photograph("find-hog.png");
        } finally {
            cruncher.isWanted = false;
            hogs.forEach(FindFromThePageTests::join);
        }
    }

    @Test
    @Order(2)
    void aLeakIsFoundByTheVerdictAndItsStackShowsTheLine() {
        Channel<String> forgotten = Channel.unbuffered();
        List<Future<?>> receivers = new ArrayList<>();
        try {
            open();
            eventually().untilAsserted(() -> {
                receivers.add(scheduler.submit(new Receiver(forgotten)));
                assertThat(browser.text("#verdict-headline")).contains("goroutines seem to be forgotten");
            });
            click("#tabs a[href='#goroutines']");
            eventually()
                    .untilAsserted(
                            () -> { // a busy machine may leave the search too little time
                                read("#goroutines-read");
                                assertThat(browser.text("#suspects > li:first-child summary"))
                                        .contains(
                                                " \u00d7 FindFromThePageTests$Receiver, waiting for channel receive, the oldest for ",
                                                " ago");
                            });
            click("#suspects > li:first-child summary");
            assertThat(browser.text("#suspects > li:first-child pre"))
                    .contains("FindFromThePageTests$Receiver.run(FindFromThePageTests.java:");
            assertThat(clicks).hasSize(3);
            assertThat(browser.find("#flame").isDisplayed()).isTrue();
            narrowTheFlames();
            photograph("find-leak.png");
        } finally {
            forgotten.close();
            receivers.forEach(FindFromThePageTests::join);
        }
    }

    @Test
    @Order(3)
    void aDeadlockIsFoundByTheVerdictAndItsStacksShowTheLines() {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock other = new ReentrantLock();
        CountDownLatch bothHold = new CountDownLatch(2);
        List<Future<?>> transfers = List.of(
                scheduler.submit(new Transfer(one, other, bothHold)),
                scheduler.submit(new Transfer(other, one, bothHold)));
        try {
            open();
            eventually()
                    .untilAsserted(
                            () -> assertThat(browser.text("#verdict-headline")).startsWith("1 deadlock: "));
            click("#tabs a[href='#goroutines']");
            eventually()
                    .untilAsserted(
                            () -> { // a busy machine may leave the search too little time
                                read("#goroutines-read");
                                assertThat(browser.findAll("#deadlocks summary"))
                                        .hasSize(2);
                            });
            assertThat(browser.findAll("#deadlocks summary"))
                    .allSatisfy(waiter -> assertThat(waiter.getText())
                            .contains(
                                    "$Transfer (thread ",
                                    ") waits for lock ReentrantLock@",
                                    ", which FindFromThePageTests$Transfer (thread ",
                                    ") holds"));
            click("#deadlocks li > ul > li:first-child summary");
            assertThat(browser.text("#deadlocks pre"))
                    .contains("FindFromThePageTests$Transfer.run(FindFromThePageTests.java:");
            assertThat(clicks).hasSize(3);
            narrowTheFlames();
            photograph("find-deadlock.png");
            eventually().untilAsserted(() -> {
                browser.find("#tabs a[href='#now']").click();
                browser.find("#tabs a[href='#incidents']").click();
                assertThat(browser.text("#incidents")).contains("a deadlock was found");
            });
        } finally {
            transfers.forEach(transfer -> transfer.cancel(true));
        }
    }

    /** Of each 64 tasks the recorder keeps one. */
    @Test
    @Order(4)
    void theTimelineShowsWhatRanAndWhatLostItsProcessor() {
        Cruncher cruncher = new Cruncher();
        List<Future<?>> hogs = submitHogs(cruncher);
        try {
            open();
            click("#tabs a[href='#incidents']");
            eventually().untilAsserted(() -> {
                runShortTasks();
                read("#trace-read");
                assertThat(browser.findAll("#trace .run")).isNotEmpty();
                assertThat(browser.findAll("#trace .tick[data-kind='preemption']"))
                        .anySatisfy(
                                tick -> assertThat(tick.getAttribute("title")).contains("Cruncher"));
            });
        } finally {
            cruncher.isWanted = false;
            hogs.forEach(FindFromThePageTests::join);
        }
        assertThat(browser.text("#trace-words")).contains("of scheduler default");
        assertThat(browser.findAll("#trace .trace-lane")).hasSize(1 + scheduler.maxProcs());
        String before = browser.text("#trace-width");
        click("#trace-longest button");
        assertThat(browser.text("#trace-details")).contains(" ran ");
        assertThat(browser.text("#trace-width")).isNotEqualTo(before);
        assertThat(browser.findAll("#trace .run.chosen")).isNotEmpty();
        assertThat(Colours.tooPale(browser)).isEmpty();
        click("#trace-all");
        photograph("timeline.png");
    }

    @Test
    @Order(5)
    void aCapsuleIsCapturedAndOpened() {
        open();
        click("#tabs a[href='#incidents']");
        eventually()
                .untilAsserted(
                        () -> assertThat(browser.text("#incidents-words")).contains("capsule"));
        eventually().untilAsserted(() -> {
            read("#incidents-capture");
            assertThat(browser.text("#incidents > li")).contains("captured on request", "kB");
        });
        read("#incidents > li button");
        eventually()
                .untilAsserted(() -> assertThat(browser.text("#trace-parts")).contains("goroutines.txt", "cgroup.txt"));
        assertThat(browser.text("#trace-words")).contains("of scheduler default");
        assertThat(browser.find("#trace-lanes").isDisplayed()).isTrue();
        click("#trace-parts > li:nth-child(9) summary");
        eventually()
                .untilAsserted(() -> assertThat(browser.text("#trace-parts > li:nth-child(9) pre"))
                        .contains("goroutine profile: total"));
    }

    @Test
    @Order(6)
    void aPhoneNeedsNoScrollingToTheSideAndNoTextIsPaleOnAnyTab() {
        open();
        browser.bePhone();
        browser.prefer("dark");
        eventually().until(() -> Colours.isDark(browser));
        click("#tabs a[href='#goroutines']");
        read("#goroutines-read");
        assertIsReadable();
        click("#tabs a[href='#incidents']");
        read("#trace-read");
        assertIsReadable();
        click("#tabs a[href='#now']");
        assertIsReadable();
        assertThat(browser.find("#panel-incidents").isDisplayed()).isFalse();
        assertThat((Boolean) browser.run("""
                const [verdict, header] = [document.querySelector('#verdict'), document.querySelector('header')];
                verdict.scrollIntoView();
                return verdict.getBoundingClientRect().top >= header.getBoundingClientRect().bottom;"""))
                .as("what a link leads to is clear of the header")
                .isTrue();
    }

    @Test
    @Order(7)
    void nothingWasRefusedByItsOwnContentPolicy() {
        assertThat(browser.complaints()).isEmpty();
    }

    private void open() {
        openedNanos = System.nanoTime();
        browser.open("http://localhost:" + port + "/actuator/gmpui");
        eventually().until(() -> browser.text("#connection").equals("live"));
    }

    private void click(String selector) {
        eventually().until(() -> browser.find(selector).isDisplayed());
        eventually().until(() -> {
            browser.find(selector).click();
            return true;
        });
        clicks.add(selector);
    }

    /** The answer has come when the button can be pressed again. */
    private void read(String button) {
        click(button);
        eventually().until(() -> browser.find(button).isEnabled());
    }

    private void assertIsReadable() {
        assertThat(browser.tooWide()).isEmpty();
        assertThat(Colours.tooPale(browser)).isEmpty();
        browser.run("scrollTo(0, 0)");
    }

    /** One more than there are processors. */
    private List<Future<?>> submitHogs(Cruncher cruncher) {
        List<Future<?>> hogs = new ArrayList<>();
        for (int i = 0; i <= scheduler.maxProcs(); i++) {
            hogs.add(scheduler.submit(cruncher));
        }
        return hogs;
    }

    private void runShortTasks() {
        List<Future<?>> shorts = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            shorts.add(scheduler.submit(new Tiny()));
        }
        shorts.forEach(FindFromThePageTests::join);
    }

    /** To those of virtual threads: the request for the profile has a high tower beside them. */
    private void narrowTheFlames() {
        browser.find("#flame .flame-row button").click();
    }

    private void photograph(String name) {
        String folder = System.getProperty("sample.page.images");
        if (folder != null) {
            browser.run("document.activeElement.blur(); window.scrollTo(0, 0)");
            browser.photograph(Path.of("..").resolve(folder).resolve(name));
        }
    }

    private static ConditionFactory eventually() {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .ignoreException(StaleElementReferenceException.class)
                .ignoreException(NoSuchElementException.class);
    }

    private static void join(Future<?> task) {
        try {
            task.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Computes until nobody wants it to. */
    private static final class Cruncher implements Runnable {

        volatile boolean isWanted = true;

        @Override
        public void run() {
            while (isWanted) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class Tiny implements Runnable {

        @Override
        public void run() {}
    }

    /** Takes two locks, after it has waited until another one holds the second. */
    private record Transfer(ReentrantLock from, ReentrantLock to, CountDownLatch bothHold) implements Runnable {

        @Override
        public void run() {
            from.lock();
            try {
                bothHold.countDown();
                bothHold.await();
                to.lockInterruptibly();
                to.unlock();
            } catch (InterruptedException end) {
                // the test is over
            } finally {
                from.unlock();
            }
        }
    }

    /** Waits for something that nobody sends. */
    private record Receiver(Channel<String> channel) implements Runnable {

        @Override
        public void run() {
            try {
                channel.receive();
            } catch (ChannelClosedException end) {
                // the test is over
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
