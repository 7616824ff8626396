package dev.gmp.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/** What a weaver must know of all classes before it weaves the first. Names are those of class files. */
final class Shapes {

    private static final String ATOMICS = "java/util/concurrent/atomic/";

    private final Set<String> volatiles = new HashSet<>();
    private final Map<String, String> parents = new HashMap<>();

    void add(byte[] file) {
        new ClassReader(file)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            private String owner = "";

                            @Override
                            public void visit(
                                    int version, int access, String name, String sign, String parent, String[] faces) {
                                owner = name;
                                parents.put(name, parent);
                            }

                            @Override
                            public FieldVisitor visitField(
                                    int access, String name, String shape, String sign, Object value) {
                                if ((access & Opcodes.ACC_VOLATILE) != 0) {
                                    volatiles.add(owner + "." + name);
                                }
                                return null;
                            }
                        },
                        ClassReader.SKIP_CODE);
    }

    boolean isVolatile(String type, String field) {
        for (String at = type; at != null; at = parents.get(at)) {
            if (volatiles.contains(at + "." + field)) {
                return true;
            }
        }
        return false;
    }

    boolean isThread(String type) {
        return inherits(type, "java/lang/Thread");
    }

    boolean isAtomic(String type) {
        return atomicAbove(type) != null;
    }

    boolean isJdk(String type) {
        return !parents.containsKey(type);
    }

    /** The JDK's atomic that a class is or extends; null for none. */
    String atomicAbove(String type) {
        for (String at = type; at != null; at = parents.get(at)) {
            if (at.startsWith(ATOMICS)) {
                return at;
            }
        }
        return null;
    }

    private boolean inherits(String type, String ancestor) {
        for (String at = type; at != null; at = parents.get(at)) {
            if (at.equals(ancestor)) {
                return true;
            }
        }
        return false;
    }
}
