package dev.gmp.internal.util;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Finds the fields that a class reads and writes by an access mode of its own. */
public final class FieldHandles {

    private FieldHandles() {}

    /**
     * To be kept in a static final field, or else the compilers do not inline it.
     *
     * @param owner the lookup of the class that has the field
     * @throws LinkageError if it has none of this name and type
     */
    public static VarHandle find(MethodHandles.Lookup owner, String field, Class<?> type) {
        try {
            return owner.findVarHandle(owner.lookupClass(), field, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no field " + field + " in " + owner.lookupClass(), e);
        }
    }
}
