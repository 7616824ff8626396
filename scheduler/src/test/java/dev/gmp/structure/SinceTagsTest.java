package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.SinceTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * The Javadoc of each public type and member says since which version it is there. The components of a record are as old as
 * it, an overriding method as what it overrides, and a field of an event, which its {@code Label} describes, as the event.
 */
class SinceTagsTest {

    private static final List<Path> SOURCES =
            List.of(Path.of("src", "main", "java"), Path.of("..", "process", "src", "main", "java"));
    private static final Set<String> DESCRIBED_ELSEWHERE = Set.of("Override", "Label");
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(\\.\\d+)?");

    private final List<String> without = new ArrayList<>();
    private int withTag;

    @Test
    void everyPublicTypeAndMemberSaysSinceWhen() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(publicSources()));
            List<CompilationUnitTree> units = StreamSupport.stream(task.parse().spliterator(), false)
                    .map(CompilationUnitTree.class::cast)
                    .toList();
            new Scan(DocTrees.instance(task), superclassesOfPublicTypes(units)).scan(units);
        }

        assertThat(withTag).isGreaterThan(300);
        assertThat(without).isEmpty();
    }

    private static List<Path> publicSources() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path folder : SOURCES) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java")
                                && !file.toString().contains("internal"))
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** Their public members are those of the public types, too. */
    private static Set<String> superclassesOfPublicTypes(List<CompilationUnitTree> units) {
        Set<String> names = new HashSet<>();
        int before;
        do {
            before = names.size();
            for (ClassTree type : topLevelTypes(units)) {
                boolean counts = isPublic(type.getModifiers())
                        || names.contains(type.getSimpleName().toString());
                if (counts && type.getExtendsClause() != null) {
                    names.add(type.getExtendsClause().toString());
                }
            }
        } while (names.size() > before);
        return names;
    }

    private static List<ClassTree> topLevelTypes(List<CompilationUnitTree> units) {
        return units.stream()
                .flatMap(unit -> unit.getTypeDecls().stream())
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .toList();
    }

    private static boolean isPublic(ModifiersTree modifiers) {
        return modifiers.getFlags().contains(Modifier.PUBLIC)
                || modifiers.getFlags().contains(Modifier.PROTECTED);
    }

    private final class Scan {

        private final DocTrees comments;
        private final Set<String> superclasses;

        Scan(DocTrees comments, Set<String> superclasses) {
            this.comments = comments;
            this.superclasses = superclasses;
        }

        void scan(List<CompilationUnitTree> units) {
            for (CompilationUnitTree unit : units) {
                for (Tree tree : unit.getTypeDecls()) {
                    if (tree instanceof ClassTree type) {
                        TreePath path = new TreePath(new TreePath(unit), type);
                        if (isPublic(type.getModifiers())) {
                            check(path, type.getSimpleName());
                            members(path, type);
                        } else if (superclasses.contains(type.getSimpleName().toString())) {
                            members(path, type);
                        }
                    }
                }
            }
        }

        private void members(TreePath path, ClassTree type) {
            for (Tree member : type.getMembers()) {
                TreePath place = new TreePath(path, member);
                if (member instanceof ClassTree nested && isSeen(nested.getModifiers(), type)) {
                    check(place, type.getSimpleName() + "." + nested.getSimpleName());
                    members(place, nested);
                } else if (member instanceof VariableTree field && isSeen(field.getModifiers(), type)) {
                    check(place, type.getSimpleName() + "." + field.getName());
                } else if (member instanceof MethodTree method
                        && isSeen(method.getModifiers(), type)
                        && !isOfTheRecord(method, type)) {
                    check(place, type.getSimpleName() + "." + method.getName() + "()");
                }
            }
        }

        private boolean isSeen(ModifiersTree modifiers, ClassTree owner) {
            boolean implicitly = owner.getKind() == Tree.Kind.INTERFACE
                    && !modifiers.getFlags().contains(Modifier.PRIVATE);
            return (implicitly || isPublic(modifiers))
                    && modifiers.getAnnotations().stream()
                            .noneMatch(annotation -> DESCRIBED_ELSEWHERE.contains(
                                    annotation.getAnnotationType().toString()));
        }

        private boolean isOfTheRecord(MethodTree method, ClassTree owner) {
            return owner.getKind() == Tree.Kind.RECORD && method.getName().contentEquals("<init>");
        }

        private void check(TreePath place, CharSequence name) {
            DocCommentTree comment = comments.getDocCommentTree(place);
            boolean has = comment != null
                    && comment.getBlockTags().stream()
                            .anyMatch(tag -> tag instanceof SinceTree since
                                    && VERSION.matcher(since.getBody().toString())
                                            .matches());
            if (has) {
                withTag++;
            } else {
                without.add(name.toString());
            }
        }
    }
}
