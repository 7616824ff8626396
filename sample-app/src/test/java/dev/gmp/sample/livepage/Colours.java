package dev.gmp.sample.livepage;

import java.util.List;

/** What the eye sees of a page, by the formulas of the Web Content Accessibility Guidelines 2.2. */
final class Colours {

    private static final String FORMULAS = """
            const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
            const pixel = (colour) => {
              canvas.clearRect(0, 0, 1, 1);
              canvas.fillStyle = colour;
              canvas.fillRect(0, 0, 1, 1);
              return [...canvas.getImageData(0, 0, 1, 1).data];
            };
            const luminance = ([r, g, b]) => [r, g, b]
              .map((each) => each / 255)
              .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
              .reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
            const background = (node) => {
              for (let each = node; each; each = each.parentElement) {
                const colour = pixel(getComputedStyle(each).backgroundColor);
                if (colour[3] === 255) return colour;
              }
              return [255, 255, 255, 255];
            };
            """;

    private Colours() {}

    static boolean isDark(Browser browser) {
        return Boolean.TRUE.equals(browser.run(FORMULAS + "return luminance(background(document.body)) < 0.2"));
    }

    /** Every visible text whose contrast with what is behind it is below 4.5, which people with weak sight cannot read. */
    static List<?> tooPale(Browser browser) {
        return (List<?>) browser.run(FORMULAS + """
                const pale = [];
                const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                while (texts.nextNode()) {
                  const node = texts.currentNode.parentElement;
                  if (!texts.currentNode.data.trim() || !node.checkVisibility() || node.closest('.sr-only, script')) continue;
                  const [front, behind] = [luminance(pixel(getComputedStyle(node).color)), luminance(background(node))];
                  const contrast = (Math.max(front, behind) + 0.05) / (Math.min(front, behind) + 0.05);
                  if (contrast < 4.5) pale.push(`${contrast.toFixed(1)}: ${texts.currentNode.data}`);
                }
                return pale;""");
    }
}
