package dev.gmp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** The house of the core: leaves are generic, nouns know no verbs, and the facade stands outside. */
@AnalyzeClasses(packagesOf = ArchitectureTest.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String FACADE = "dev.gmp";
    private static final String NETWORK = "dev.gmp.net";
    private static final String NOUNS = "dev.gmp.internal.gmp..";
    private static final String VERBS = "dev.gmp.internal.sched..";
    private static final String[] LEAVES = {
        "dev.gmp.internal.runq..",
        "dev.gmp.internal.idle..",
        "dev.gmp.internal.timer..",
        "dev.gmp.internal.netpoll..",
        "dev.gmp.internal.jdk..",
        "dev.gmp.internal.util..",
    };

    @ArchTest
    static final ArchRule packagesFormNoCycles =
            slices().assignedFrom(new EachPackage()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nothingBelowKnowsTheFacade = noClasses()
            .that()
            .resideOutsideOfPackage(FACADE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(FACADE)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule nothingBelowKnowsTheNetwork = noClasses()
            .that()
            .resideOutsideOfPackage(NETWORK)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(NETWORK);

    @ArchTest
    static final ArchRule leavesKnowNoScheduler = noClasses()
            .that()
            .resideInAnyPackage(LEAVES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(NOUNS, VERBS)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule nounsKnowNoVerbs = noClasses()
            .that()
            .resideInAPackage(NOUNS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(VERBS)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule settingsAndObservationKnowNoInternals = noClasses()
            .that()
            .resideInAnyPackage("dev.gmp.config..", "dev.gmp.observe..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.gmp.internal..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theCoreNeedsTheJdkOnly = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.gmp..", "java..", "jdk..", "com.sun.management..", "org.jspecify..", "com.google.errorprone..")
            .allowEmptyShould(true);

    /** A slice for every package: a parent package is no part of its children, nor they of it. */
    private static final class EachPackage implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return javaClass.getPackageName().startsWith(FACADE)
                    ? SliceIdentifier.of(javaClass.getPackageName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
