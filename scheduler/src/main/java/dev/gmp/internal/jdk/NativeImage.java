package dev.gmp.internal.jdk;

/**
 * Tells a program that GraalVM has compiled ahead of time. It has no classes but those that were there then, and nothing of {@code
 * java.lang} is opened to it.
 */
public final class NativeImage {

    /** Set while an image is built, and in the image (GraalVM: {@code ImageInfo.PROPERTY_IMAGE_CODE_KEY}). */
    private static final String PROPERTY = "org.graalvm.nativeimage.imagecode";

    private NativeImage() {}

    public static boolean isThis() {
        return System.getProperty(PROPERTY) != null;
    }
}
