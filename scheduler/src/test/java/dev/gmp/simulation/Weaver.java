package dev.gmp.simulation;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Rewrites the shipped classes so that a {@link Simulation} can run them: a point before each access to what threads share
 * by intent, and the simulation's threads, clock, monitors and virtual threads instead of the JDK's. Nothing else changes in
 * a run without a {@link Fault}.
 */
final class Weaver {

    private static final int API = Opcodes.ASM9;
    private static final String HOOKS = "dev/gmp/simulation/Hooks";
    private static final String VIRTUAL_HOOKS = "dev/gmp/simulation/VirtualHooks";
    private static final String OBJECT = "java/lang/Object";
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";

    private static final Map<String, String> REPLACED_TYPES = Map.of(
            "java/util/concurrent/Semaphore", "dev/gmp/simulation/SimulatedSemaphore",
            "java/util/concurrent/CountDownLatch", "dev/gmp/simulation/SimulatedLatch");

    /** Instance methods of threads that become static ones of {@link Hooks} with the thread in front. */
    private static final Set<String> OF_THREADS =
            Set.of("start", "getId", "getState", "isAlive", "join", "interrupt", "getUncaughtExceptionHandler");

    /** Static methods of {@code Thread} and {@code LockSupport} that have the same name and shape in {@link Hooks}. */
    private static final Set<String> STATIC = Set.of(
            "currentThread", "yield", "onSpinWait", "interrupted", "sleep", "park", "parkNanos", "unpark", "nanoTime");

    private final Shapes shapes;
    private final Set<Fault> planted = EnumSet.of(Fault.NONE);

    Weaver(Shapes shapes) {
        this.shapes = shapes;
    }

    /** The faults whose places have been found. */
    Set<Fault> planted() {
        return planted;
    }

    byte[] weave(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        ClassVisitor remapped = new ClassRemapper(writer, new SimpleRemapper(API, REPLACED_TYPES));
        reader.accept(new WovenClass(remapped), ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }

    private final class WovenClass extends ClassVisitor {

        private String owner = "";

        WovenClass(ClassVisitor next) {
            super(API, next);
        }

        @Override
        public void visit(int version, int access, String name, String sign, String superName, String[] interfaces) {
            owner = name;
            super.visit(version, access, name, sign, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String shape, String sign, String[] thrown) {
            boolean locks = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
            MethodVisitor next = super.visitMethod(access & ~Opcodes.ACC_SYNCHRONIZED, name, shape, sign, thrown);
            return new WovenMethod(next, owner, name, locks, (access & Opcodes.ACC_STATIC) != 0);
        }
    }

    private final class WovenMethod extends MethodVisitor {

        private final String owner;
        private final String method;
        private final boolean locks;
        private final boolean isStatic;
        private final boolean shipped;
        private final Label begin = new Label();
        private final Label end = new Label();

        WovenMethod(MethodVisitor next, String owner, String method, boolean locks, boolean isStatic) {
            super(API, next);
            this.owner = owner;
            this.method = method;
            this.locks = locks;
            this.isStatic = isStatic;
            this.shipped = !owner.startsWith("dev/gmp/simulation/");
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (locks) {
                lock("monitorEnter");
                super.visitLabel(begin);
            }
        }

        /** A synchronized method is one with a monitor around its body. */
        @Override
        public void visitMaxs(int stack, int locals) {
            if (locks) {
                super.visitLabel(end);
                Label handler = new Label();
                super.visitTryCatchBlock(begin, end, handler, null);
                super.visitLabel(handler);
                lock("monitorExit");
                super.visitInsn(Opcodes.ATHROW);
            }
            super.visitMaxs(stack, locals);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
                hook(opcode == Opcodes.MONITORENTER ? "monitorEnter" : "monitorExit", "(Ljava/lang/Object;)V");
                return;
            }
            if (locks && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                lock("monitorExit");
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitFieldInsn(int opcode, String type, String name, String shape) {
            if (shapes.isVolatile(type, name)) {
                boolean writes = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
                touch(writes ? Accesses.Kind.WRITE : Accesses.Kind.READ);
            }
            super.visitFieldInsn(opcode, type, name, shape);
        }

        @Override
        public void visitMethodInsn(int opcode, String type, String name, String shape, boolean isInterface) {
            Fault fault = Fault.at(owner, method, type, name);
            if (fault == null) {
                weaveCall(opcode, type, name, shape, isInterface);
                return;
            }
            planted.add(fault);
            Label without = new Label();
            Label after = new Label();
            super.visitLdcInsn(fault.ordinal());
            hook("isPlanted", "(I)Z");
            super.visitJumpInsn(Opcodes.IFEQ, without);
            plant(fault, opcode, type, name, shape);
            super.visitJumpInsn(Opcodes.GOTO, after);
            super.visitLabel(without);
            weaveCall(opcode, type, name, shape, isInterface);
            super.visitLabel(after);
        }

        private void weaveCall(int opcode, String type, String name, String shape, boolean isInterface) {
            if (opcode == Opcodes.INVOKESTATIC && replaceStatic(type, name, shape)) {
                return;
            } else if (opcode == Opcodes.INVOKEVIRTUAL && shapes.isThread(type) && OF_THREADS.contains(name)) {
                hook(name, "(Ljava/lang/Thread;" + shape.substring(1));
            } else if (opcode == Opcodes.INVOKEVIRTUAL && type.equals("java/lang/Runtime")) {
                hook(name, "(Ljava/lang/Runtime;" + shape.substring(1));
            } else if (opcode == Opcodes.INVOKEINTERFACE && name.equals("getThreadCpuTime")) {
                hook(name, "(Ljava/lang/Object;J)J");
            } else {
                boolean shares = !name.equals("<init>") && (type.equals(VAR_HANDLE) || shapes.isAtomic(type));
                if (shares) {
                    touch(Accesses.Kind.of(name, type.equals(VAR_HANDLE)));
                }
                super.visitMethodInsn(opcode, type, name, shape, isInterface);
                if (shares && shipped && name.endsWith("ompareAndSet")) {
                    super.visitInsn(Opcodes.DUP);
                    hook("compared", "(Z)V");
                }
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String shape, Handle bootstrap, Object... arguments) {
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof Handle handle
                        && handle.getTag() == Opcodes.H_INVOKESTATIC
                        && handle.getOwner().equals("java/util/concurrent/locks/LockSupport")) {
                    arguments[i] = new Handle(Opcodes.H_INVOKESTATIC, HOOKS, handle.getName(), handle.getDesc(), false);
                }
            }
            super.visitInvokeDynamicInsn(name, shape, bootstrap, arguments);
        }

        private boolean replaceStatic(String type, String name, String shape) {
            if (type.equals(owner)) {
                return false;
            }
            switch (type) {
                case "java/lang/Thread", "java/util/concurrent/locks/LockSupport", "java/lang/System" -> {
                    if (STATIC.contains(name)) {
                        hook(name, shape);
                        return true;
                    } else if (name.equals("getLogger")) {
                        hook("logger", shape);
                        return true;
                    }
                    return false;
                }
                case "dev/gmp/internal/jdk/CarrierThreads" -> hook("currentCarrier", shape);
                case "dev/gmp/internal/jdk/JavaLang" -> {
                    if (!owner.endsWith("/TimedParks")) {
                        return false;
                    }
                    hook("noTimersOfThisJvm", shape);
                }
                case "dev/gmp/internal/util/SpinYield" -> hook(name, shape);
                case "dev/gmp/internal/jfr/JfrConnection" ->
                    hook("noFlightRecorder", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Runnable;");
                case "dev/gmp/internal/jdk/VirtualThreads", "dev/gmp/internal/jdk/Pollers" ->
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, VIRTUAL_HOOKS, name, shape, false);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void plant(Fault fault, int opcode, String type, String name, String shape) {
            if (fault.isCareless()) {
                String receiver = type.equals(VAR_HANDLE) || shapes.isJdk(type) ? type : shapes.atomicAbove(type);
                hook(
                        name.equals("compareAndSet") ? "carelessly" : "carelesslyExchange",
                        "(L" + receiver + ";" + fault.generalised(shape));
                return;
            }
            Type[] arguments = Type.getArgumentTypes(shape);
            for (int i = arguments.length - 1; i >= 0; i--) {
                super.visitInsn(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
            }
            if (opcode != Opcodes.INVOKESTATIC) {
                super.visitInsn(Opcodes.POP);
            }
            switch (Type.getReturnType(shape).getSort()) {
                case Type.VOID -> {}
                case Type.BOOLEAN, Type.INT ->
                    super.visitInsn(fault.answersTrue() ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
                default -> throw new IllegalStateException("cannot leave out " + type + "." + name + shape);
            }
        }

        /** What the simulated world shares is not counted. */
        private void touch(Accesses.Kind kind) {
            String hook = switch (kind) {
                case READ -> "read";
                case WRITE -> "write";
                case UPDATE -> "update";
                case FENCE -> "fence";
                default -> "point";
            };
            hook(shipped ? hook : "point", "()V");
        }

        private void lock(String hook) {
            if (isStatic) {
                super.visitLdcInsn(Type.getObjectType(owner));
            } else {
                super.visitVarInsn(Opcodes.ALOAD, 0);
            }
            hook(hook, "(L" + OBJECT + ";)V");
        }

        private void hook(String name, String shape) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, shape, false);
        }
    }
}
