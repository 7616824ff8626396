package dev.gmp.structure;

import com.sun.source.doctree.BlockTagTree;
import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EndElementTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.ReturnTree;
import com.sun.source.doctree.StartElementTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.doctree.ThrowsTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocSourcePositions;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The texts of all modules' main sources, as the compiler's parser finds them. */
final class MainSources {

    /** Elements that stand within a sentence; all others end a paragraph. */
    private static final Set<String> INLINE = Set.of("a", "b", "code", "em", "i", "strong", "sub", "sup");

    /** Tags whose text is not prose. */
    private static final Set<DocTree.Kind> NO_PROSE = Set.of(DocTree.Kind.SEE, DocTree.Kind.SINCE);

    /** Modules that run and are not called. */
    private static final Set<String> APPLICATIONS = Set.of("benchmarks", "sample-app");

    private MainSources() {}

    /** What a text is. */
    enum Kind {
        /** Javadoc of a public or protected element of a library, in a package that is not internal. */
        PUBLIC_JAVADOC,
        /** Any other Javadoc. */
        JAVADOC,
        /** A string literal. */
        LITERAL
    }

    /**
     * One paragraph or tag of a Javadoc comment, or one string literal.
     *
     * @param place the file below the repository's root, and the line where the text begins
     * @param text without markup; references and code are one word each
     */
    record Text(Kind kind, String place, String text) {}

    /** All texts, in the order of the files. */
    static List<Text> texts() throws IOException {
        List<Path> files = files();
        List<Text> found = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Reader(unit, trees, found).scan(unit, null);
            }
        }
        return found;
    }

    private static List<Path> files() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(Repository.root())) {
            for (Path module : modules) {
                Path sources = module.resolve("src/main/java");
                if (Files.isDirectory(sources)) {
                    try (Stream<Path> all = Files.walk(sources)) {
                        all.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
                    }
                }
            }
        }
        found.sort(null);
        return found;
    }

    private static final class Reader extends TreePathScanner<Void, Void> {

        private final CompilationUnitTree unit;
        private final DocTrees trees;
        private final List<Text> found;
        private final String file;

        /** Whether the elements around the present one are public. */
        private boolean isPublic;

        private boolean isInInterface;

        Reader(CompilationUnitTree unit, DocTrees trees, List<Text> found) {
            this.unit = unit;
            this.trees = trees;
            this.found = found;
            Path path =
                    Repository.root().relativize(Path.of(unit.getSourceFile().toUri()));
            this.file = path.toString();
            this.isPublic = !file.contains("internal")
                    && !APPLICATIONS.contains(path.getName(0).toString());
        }

        @Override
        public Void visitPackage(PackageTree tree, Void unused) {
            readJavadoc(isPublic);
            return super.visitPackage(tree, unused);
        }

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            boolean outerPublic = isPublic;
            boolean outerInInterface = isInInterface;
            isPublic = isVisible(type.getModifiers());
            isInInterface = type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
            readJavadoc(isPublic);
            super.visitClass(type, unused);
            isPublic = outerPublic;
            isInInterface = outerInInterface;
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            readJavadoc(isVisible(method.getModifiers()));
            return super.visitMethod(method, unused);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void unused) {
            readJavadoc(isVisible(variable.getModifiers()));
            return super.visitVariable(variable, unused);
        }

        @Override
        public Void visitLiteral(LiteralTree literal, Void unused) {
            if (literal.getValue() instanceof String text) {
                add(Kind.LITERAL, trees.getSourcePositions().getStartPosition(unit, literal), text);
            }
            return null;
        }

        private boolean isVisible(ModifiersTree modifiers) {
            Set<Modifier> flags = modifiers.getFlags();
            return isPublic && (isInInterface || flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED));
        }

        private void readJavadoc(boolean ofPublicApi) {
            DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
            if (comment == null) {
                return;
            }
            Kind kind = ofPublicApi ? Kind.PUBLIC_JAVADOC : Kind.JAVADOC;
            read(kind, comment, comment.getFullBody());
            for (DocTree tag : comment.getBlockTags()) {
                if (!NO_PROSE.contains(tag.getKind())) {
                    read(kind, comment, DocParts.description((BlockTagTree) tag));
                }
            }
        }

        private void read(Kind kind, DocCommentTree comment, List<? extends DocTree> parts) {
            DocSourcePositions positions = trees.getSourcePositions();
            StringBuilder paragraph = new StringBuilder();
            long start = -1;
            boolean isPreformatted = false;
            for (DocTree part : parts) {
                if (start < 0) {
                    start = positions.getStartPosition(unit, comment, part);
                }
                if (part instanceof StartElementTree element
                                && !INLINE.contains(element.getName().toString())
                        || part instanceof EndElementTree end
                                && !INLINE.contains(end.getName().toString())) {
                    add(kind, start, paragraph.toString());
                    paragraph.setLength(0);
                    start = -1;
                    isPreformatted = part instanceof StartElementTree element
                            && element.getName().contentEquals("pre");
                } else if (!isPreformatted) {
                    paragraph.append(DocParts.prose(part));
                }
            }
            add(kind, start, paragraph.toString());
        }

        private void add(Kind kind, long position, String text) {
            if (!text.isBlank()) {
                long line = unit.getLineMap().getLineNumber(position);
                found.add(new Text(
                        kind, file + ":" + line, text.replaceAll("\\s+", " ").strip()));
            }
        }
    }

    /** The prose in parts of a comment. */
    private static final class DocParts {

        private DocParts() {}

        static List<? extends DocTree> description(BlockTagTree tag) {
            if (tag instanceof ParamTree param) {
                return param.getDescription();
            }
            if (tag instanceof ReturnTree returned) {
                return returned.getDescription();
            }
            if (tag instanceof ThrowsTree thrown) {
                return thrown.getDescription();
            }
            return List.of();
        }

        static String prose(DocTree part) {
            if (part instanceof TextTree text) {
                return text.getBody();
            }
            if (part instanceof StartElementTree || part instanceof EndElementTree) {
                return "";
            }
            if (part instanceof LinkTree link && !link.getLabel().isEmpty()) {
                return link.getLabel().toString().replace(',', ' ');
            }
            return "x";
        }
    }
}
