package dev.gmp.spring.it.consumers;

import org.springframework.data.repository.CrudRepository;

/** A repository, so that Spring Data wants the entity manager that Hibernate makes in the background. */
interface Notes extends CrudRepository<Note, Long> {}
