package dev.gmp.structure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** The house of the core: leaves are generic, nouns know no verbs, and the facade stands outside. */
@AnalyzeClasses(packages = "dev.gmp", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String FACADE = "dev.gmp";
    private static final String NETWORK = "dev.gmp.net";
    private static final String CHANNELS = "dev.gmp.channel";
    private static final String INTERNAL = "dev.gmp.internal.";
    private static final String[] LEAVES = {
        INTERNAL + "runq..",
        INTERNAL + "idle..",
        INTERNAL + "timer..",
        INTERNAL + "netpoll..",
        INTERNAL + "jdk..",
        INTERNAL + "util..",
        INTERNAL + "thread..",
        INTERNAL + "label..",
        INTERNAL + "kind..",
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
    static final ArchRule nothingBelowKnowsTheChannels = noClasses()
            .that()
            .resideOutsideOfPackage(CHANNELS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CHANNELS);

    /** Go: {@code runtime2.go} below {@code proc.go}; what observes comes above what it observes. */
    @ArchTest
    static final ArchRule roomsKnowThoseBelow = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(INTERNAL + ".")
            .layer("leaves")
            .definedBy(LEAVES)
            .layer("gmp")
            .definedBy(INTERNAL + "gmp..")
            .layer("channel")
            .definedBy(INTERNAL + "channel..")
            .layer("probes")
            .definedBy(INTERNAL + "trace..", INTERNAL + "jfr..")
            .layer("quota")
            .definedBy(INTERNAL + "quota..")
            .layer("sched")
            .definedBy(INTERNAL + "sched..")
            .layer("spawn")
            .definedBy(INTERNAL + "spawn..")
            .layer("timed")
            .definedBy(INTERNAL + "timed..")
            .layer("bulkhead")
            .definedBy(INTERNAL + "bulkhead..")
            .layer("sysmon")
            .definedBy(INTERNAL + "sysmon..")
            .layer("stats")
            .definedBy(INTERNAL + "stats..")
            .layer("profile")
            .definedBy(INTERNAL + "profile..")
            .layer("leak")
            .definedBy(INTERNAL + "leak..")
            .layer("wiring")
            .definedBy(INTERNAL + "wiring..")
            .whereLayer("leaves")
            .mayNotAccessAnyLayer()
            .whereLayer("gmp")
            .mayOnlyAccessLayers("leaves")
            .whereLayer("channel")
            .mayOnlyAccessLayers("leaves", "gmp")
            .whereLayer("probes")
            .mayOnlyAccessLayers("leaves", "gmp")
            .whereLayer("quota")
            .mayOnlyAccessLayers("leaves", "gmp")
            .whereLayer("sched")
            .mayOnlyAccessLayers("leaves", "gmp", "quota")
            .whereLayer("spawn")
            .mayOnlyAccessLayers("leaves", "gmp", "sched")
            .whereLayer("timed")
            .mayOnlyAccessLayers("leaves", "gmp", "sched", "spawn")
            .whereLayer("bulkhead")
            .mayOnlyAccessLayers("leaves", "gmp", "sched", "spawn")
            .whereLayer("sysmon")
            .mayOnlyAccessLayers("leaves", "gmp", "quota", "sched")
            .whereLayer("stats")
            .mayOnlyAccessLayers("leaves", "gmp", "probes", "quota", "sched", "spawn", "timed", "bulkhead", "sysmon")
            .whereLayer("profile")
            .mayOnlyAccessLayers("leaves", "gmp", "sched", "spawn", "sysmon")
            .whereLayer("leak")
            .mayOnlyAccessLayers("leaves", "gmp", "sched", "spawn", "profile")
            .whereLayer("wiring")
            .mayNotBeAccessedByAnyLayer();

    /** Nouns refer to each other, as g, m and p do in {@code runtime2.go}; everywhere else a cycle is two or three classes. */
    @ArchTest
    static final ArchRule typesFormNoLongCycles =
            classes().that().resideOutsideOfPackage(INTERNAL + "gmp..").should(TypeCycles.spanAtMost(3));

    /** What needs more does too much, or has others do too little. */
    @ArchTest
    static final ArchRule constructorsTakeFewParameters = constructors()
            .that()
            .areDeclaredInClassesThat()
            .resideInAPackage(INTERNAL + ".")
            .and()
            .areDeclaredInClassesThat()
            .doNotHaveFullyQualifiedName(INTERNAL + "jdk.VirtualThreadHandles") // values, which are found one by one
            .should(takeAtMost(7));

    @ArchTest
    static final ArchRule settingsAndObservationKnowNoInternals = noClasses()
            .that()
            .resideInAnyPackage("dev.gmp.config..", "dev.gmp.observe..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(INTERNAL + ".")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theCoreNeedsTheJdkOnly = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.gmp..", "java..", "jdk..", "com.sun.management..", "org.jspecify..", "com.google.errorprone..")
            .allowEmptyShould(true);

    private static ArchCondition<JavaConstructor> takeAtMost(int most) {
        return new ArchCondition<>("take at most " + most + " parameters") {
            @Override
            public void check(JavaConstructor constructor, ConditionEvents events) {
                int count = constructor.getRawParameterTypes().size();
                events.add(new SimpleConditionEvent(
                        constructor, count <= most, constructor.getFullName() + " takes " + count));
            }
        };
    }

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
