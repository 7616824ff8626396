package dev.gmp.internal.util;

import static java.lang.invoke.MethodType.methodType;

import dev.gmp.internal.jdk.NativeImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * A method with as many local variables as asked for. In Java each would have to be declared; in a class file their
 * number is a field (JVMS 4.7.3, {@code max_locals}), so the class is written here:
 *
 * <pre>
 *   static void enter(Runnable never) {
 *       // locals
 *       if (never != null) {
 *           // padding
 *           never.run();
 *       }
 *   }
 * </pre>
 *
 * <p>The call is what the compilers keep the frame for: where nothing can go on in the interpreter, there is none.
 *
 * <p>The padding keeps the method from being inlined. Otherwise any compiled method that contains it would check for
 * its frame at its entry, also when it does not call it. LockSupport's {@code unpark} of a machine would then need the
 * stack for an {@code unpark} of a virtual thread, in the middle of a wake-up. Neither C1 nor C2 inlines methods longer
 * than {@code FreqInlineSize}, 325 bytes.
 */
final class WideFrame {

    private static final int ALOAD_0 = 0x2a;
    private static final int IFNULL = 0xc6;
    private static final int INVOKEINTERFACE = 0xb9;
    private static final int RETURN = 0xb1;
    private static final int SAME_FRAME_EXTENDED = 251;
    private static final int PADDING = 400; // each a nop, 0x00
    private static final int CODE = 4 + PADDING + 7;

    private WideFrame() {}

    /**
     * @param locals at most 65,535 @return the method; one without locals where a JVM defines no classes at run time
     */
    static MethodHandle define(int locals) {
        MethodHandle none = MethodHandles.empty(methodType(void.class, Runnable.class));
        if (NativeImage.isThis()) {
            return none;
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Class<?> defined = lookup.defineHiddenClass(classFile(locals), true).lookupClass();
            return lookup.findStatic(defined, "enter", methodType(void.class, Runnable.class));
        } catch (ReflectiveOperationException | IOException | LinkageError | UnsupportedOperationException e) {
            return none;
        }
    }

    private static byte[] classFile(int locals) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(61); // Java 17
        constants(out);
        shorts(out, 0, 2, 4, 0, 0); // no flags, this class, its superclass, no interfaces, no fields
        shorts(out, 1, 0x0008, 5, 6, 1, 7); // one method: static, its name, its type; with one attribute, its code
        out.writeInt(8 + CODE + 15);
        shorts(out, 1, locals); // the most operands
        out.writeInt(CODE);
        out.writeByte(ALOAD_0);
        out.writeByte(IFNULL);
        shorts(out, CODE - 2); // to RETURN, from IFNULL
        out.write(new byte[PADDING]);
        out.write(new byte[] {ALOAD_0, (byte) INVOKEINTERFACE, 0, 13, 1, 0, (byte) RETURN});
        shorts(out, 0, 1, 14); // no handlers; one attribute, its stack map
        out.writeInt(5);
        shorts(out, 1);
        out.writeByte(SAME_FRAME_EXTENDED); // at RETURN as at the beginning
        shorts(out, CODE - 1);
        shorts(out, 0); // no attributes of the class
        return bytes.toByteArray();
    }

    /** By number, from 1. */
    private static void constants(DataOutputStream out) throws IOException {
        shorts(out, 15);
        text(out, "dev/gmp/internal/util/StackReserve$Frame");
        reference(out, 7, 1); // 2: a class
        text(out, "java/lang/Object");
        reference(out, 7, 3); // 4: a class
        text(out, "enter");
        text(out, "(Ljava/lang/Runnable;)V");
        text(out, "Code");
        text(out, "java/lang/Runnable");
        reference(out, 7, 8); // 9: a class
        text(out, "run");
        text(out, "()V");
        reference(out, 12, 10, 11); // 12: a name and a type
        reference(out, 11, 9, 12); // 13: a method of an interface
        text(out, "StackMapTable");
    }

    private static void text(DataOutputStream out, String value) throws IOException {
        out.writeByte(1);
        out.writeUTF(value);
    }

    private static void reference(DataOutputStream out, int tag, int... constants) throws IOException {
        out.writeByte(tag);
        shorts(out, constants);
    }

    private static void shorts(DataOutputStream out, int... values) throws IOException {
        for (int value : values) {
            out.writeShort(value);
        }
    }
}
