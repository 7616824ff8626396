package dev.gmp.sample.livepage;

import dev.gmp.sample.Installed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The machine's Chromium, without a window. What it is, how large and in which colours can be changed as it runs. */
final class Browser {

    private static final int DESKTOP_WIDTH = 1280;
    private static final int DESKTOP_HEIGHT = 900;
    private static final int PHONE_WIDTH = 320;

    private static @Nullable Browser shared;

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * The one of this JVM, which ends with it, as a desktop in light colours, with an empty page and nothing complained of.
     * Skips the test where there is none.
     */
    static Browser get() {
        if (shared == null) {
            shared = start();
            Runtime.getRuntime().addShutdownHook(new Thread(shared.driver::quit));
        }
        shared.open("about:blank");
        shared.beDesktop();
        shared.prefer("light");
        shared.complaints();
        return shared;
    }

    private static Browser start() {
        Path chromium = Installed.program("chromium", "chromium");
        Path chromedriver = Installed.program("chromedriver", "chromium-driver");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.WARNING);
        ChromeOptions options = new ChromeOptions()
                .setBinary(chromium.toFile())
                .addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.toFile())
                .usingAnyFreePort()
                .withTimeout(Duration.ofSeconds(100))
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options));
        browser.driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(100));
        return browser;
    }

    void open(String address) {
        driver.get(address);
    }

    void reload() {
        driver.navigate().refresh();
    }

    void beDesktop() {
        size(DESKTOP_WIDTH, DESKTOP_HEIGHT, false);
    }

    void bePhone() {
        size(PHONE_WIDTH, 640, true);
    }

    /** What a phone cannot show without scrolling to the side, beside parts that scroll by themselves. */
    List<?> tooWide() {
        return (List<?>) run("""
                return [...document.querySelectorAll('main *, header *')]
                  .filter((node) => node.getBoundingClientRect().right > %d && !node.closest('.sr-only, pre, .scroll, .flame, .trace-track'))
                  .map((node) => node.outerHTML)""".formatted(PHONE_WIDTH + 1));
    }

    private void size(int width, int height, boolean mobile) {
        command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
    }

    /** As if the system was set to {@code dark} or {@code light}. */
    void prefer(String colours) {
        command(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
    }

    void goOffline(boolean offline) {
        command("Network.enable", Map.of());
        command(
                "Network.emulateNetworkConditions",
                Map.of("offline", offline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    List<WebElement> findAll(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    String text(String selector) {
        return find(selector).getText();
    }

    Object run(String script) {
        return driver.executeScript(script);
    }

    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    void tab() {
        press(Keys.TAB);
    }

    /** Nobody sees the page meanwhile. */
    void whileMinimised(Runnable work) {
        driver.manage().window().minimize();
        try {
            work.run();
        } finally {
            driver.manage().window().maximize();
        }
    }

    void inNewWindow(Runnable work) {
        String before = driver.getWindowHandle();
        driver.switchTo().newWindow(WindowType.TAB);
        try {
            work.run();
        } finally {
            driver.close();
            driver.switchTo().window(before);
        }
    }

    /** What the console has complained of since it was last asked, such as a refused style or a missing script. */
    List<String> complaints() {
        return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
                .map(LogEntry::getMessage)
                .toList();
    }

    /** The whole page, also what one must scroll to. */
    void photograph(Path image) {
        Object data = command("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
                .get("data");
        try {
            Files.createDirectories(image.getParent());
            Files.write(image, Base64.getDecoder().decode((String) data));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Object> command(String name, Map<String, Object> parameters) {
        return driver.executeCdpCommand(name, parameters);
    }
}
