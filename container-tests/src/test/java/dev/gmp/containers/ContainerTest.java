package dev.gmp.containers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.testcontainers.junit.jupiter.Testcontainers;

/** A class of tests that needs Docker. It runs with the profile {@code containers} and is skipped where Docker is not. */
@Tag("docker")
@Testcontainers(disabledWithoutDocker = true)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface ContainerTest {}
