package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/** The package {@code java.lang}, where a flag of the JVM has opened it to us. In a native image it never is. */
final class JavaLang {
    private static final Module OURS = JavaLang.class.getModule();

    private JavaLang() {}

    static boolean opened() {
        return !NativeImage.isThis() && Object.class.getModule().isOpen("java.lang", OURS);
    }

    /** A lookup with private access to a class of the package. */
    static Lookup lookup(String className) throws ReflectiveOperationException {
        if (NativeImage.isThis()) {
            throw new IllegalAccessException("a native image looks into no class of the JDK");
        }
        return MethodHandles.privateLookupIn(Class.forName(className), MethodHandles.lookup());
    }

    /** This module as a flag of the JVM names it. */
    static String owner() {
        return OURS.isNamed() ? OURS.getName() : "ALL-UNNAMED";
    }

    /** Completes "X needs ...". The manifest entry works on the class path only. */
    static String howToOpen() {
        String flag = "the package java.lang opened: start the JVM with --add-opens java.base/java.lang=";
        return OURS.isNamed()
                ? flag + owner()
                : flag + owner() + ", or, where it starts an executable jar (java -jar), put the entry"
                        + " 'Add-Opens: java.base/java.lang' into the jar's manifest";
    }
}
