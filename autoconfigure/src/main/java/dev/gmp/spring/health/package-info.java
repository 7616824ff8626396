/** The schedulers' health, where the application has Boot's health endpoint. */
@NullMarked
package dev.gmp.spring.health;

import org.jspecify.annotations.NullMarked;
