package dev.gmp.spring.fuzz;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Texts that somebody may write for a setting: mostly right, often at a limit or just beyond, now and then without any sense. */
public final class RandomText {

    private static final List<String> ODD = List.of(
            "",
            " ",
            "\t",
            "null",
            "NaN",
            "many",
            "-",
            "+",
            "1e3",
            "1.5",
            "1,000",
            "1_000",
            "-1",
            "-0",
            "0x1F",
            "#7",
            "010",
            "2147483647",
            "2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "0",
            "+3",
            " 4 ",
            "٣",
            "P1Y",
            "PT",
            "PT0S",
            "-PT1S",
            "PT2562047788015215H",
            "PT9999999999999999999S",
            "P999999999999D",
            "10 ms",
            "5S",
            "106751991167301d",
            "9223372036854775807ns",
            "9223372036854775807h",
            "-5s",
            "1w",
            "1.5s",
            "${fuzz.absent}",
            "${fuzz.absent:7}",
            "${",
            "}",
            "#{1+1}",
            "true",
            "false",
            "on",
            "OFF",
            "auto",
            "\u0000",
            "\ud83d\ude80",
            "\ud800",
            "日本",
            "a=b",
            "a\nb",
            "\\",
            "'",
            "\"");

    private RandomText() {}

    public static String of(Setting setting, SplittableRandom random) {
        int kind = random.nextInt(10);
        if (kind == 0) {
            return odd(random);
        }
        if (setting.type().isEnum()) {
            Object[] constants = setting.type().getEnumConstants();
            return spelled(constants[random.nextInt(constants.length)].toString(), random);
        }
        if (setting.type() == Boolean.class) {
            return spelled(random.nextBoolean() ? "true" : "false", random);
        }
        BigDecimal number = number(setting.allowed(), kind, random);
        return setting.type() == Duration.class ? duration(number, random) : integer(number, random);
    }

    /** Without regard to what it is for. */
    public static String odd(SplittableRandom random) {
        return switch (random.nextInt(12)) {
            case 0 -> String.valueOf(random.nextLong());
            case 1 -> "9".repeat(1 + random.nextInt(10_000));
            case 2, 3 -> unicode(random);
            default -> ODD.get(random.nextInt(ODD.size()));
        };
    }

    private static String unicode(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(20); length > 0; length--) {
            text.appendCodePoint(random.nextInt(4) == 0 ? random.nextInt(0x10ffff) : random.nextInt(' ', 0x7f));
        }
        return text.toString();
    }

    /** A constant's name, as Boot lets it be written. */
    private static String spelled(String name, SplittableRandom random) {
        String written = switch (random.nextInt(3)) {
            case 0 -> name;
            case 1 -> name.replace('_', '-');
            default -> name.replace("_", "");
        };
        return random.nextBoolean() ? written.toLowerCase(Locale.ROOT) : written;
    }

    private static BigDecimal number(Allowed allowed, int kind, SplittableRandom random) {
        BigDecimal limit = random.nextBoolean() ? allowed.least() : allowed.most();
        return switch (kind) {
            case 1, 2 -> limit;
            case 3 -> limit.add(BigDecimal.valueOf(random.nextInt(-2, 3)));
            case 4 -> BigDecimal.valueOf(random.nextLong());
            case 5 -> BigDecimal.valueOf(random.nextInt());
            default -> within(allowed, random);
        };
    }

    /** Small numbers as often as large ones. */
    private static BigDecimal within(Allowed allowed, SplittableRandom random) {
        long width = allowed.most().subtract(allowed.least()).longValueExact();
        long beyondLeast = (random.nextLong() >>> 1 >>> random.nextInt(63)) % (width + 1);
        return allowed.least().add(BigDecimal.valueOf(beyondLeast));
    }

    private static String integer(BigDecimal number, SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> " " + number + " ";
            case 1 -> number.signum() < 0 ? number.toString() : "+" + number;
            case 2 -> number.signum() < 0 ? number.toString() : "0x" + Long.toHexString(number.longValue());
            case 3 -> "${fuzz.absent:" + number + "}";
            default -> number.toString();
        };
    }

    private static String duration(BigDecimal nanos, SplittableRandom random) {
        Duration duration = Duration.ofSeconds(
                nanos.movePointLeft(9).longValue(),
                nanos.remainder(BigDecimal.TEN.pow(9)).longValue());
        return switch (random.nextInt(8)) {
            case 0 -> duration.toString();
            case 1 -> duration.toString().toLowerCase(Locale.ROOT);
            case 2 -> duration.toMillis() + "";
            case 3 -> duration.toMillis() + "ms";
            case 4 -> duration.toSeconds() + (random.nextBoolean() ? "s" : "S");
            case 5 -> duration.toNanos() / 1_000 + "us";
            case 6 -> duration.toDays() + "d";
            default -> nanos + "ns";
        };
    }
}
