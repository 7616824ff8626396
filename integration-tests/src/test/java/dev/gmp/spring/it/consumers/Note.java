package dev.gmp.spring.it.consumers;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Something to make a table for. */
@Entity
class Note {

    @Id
    private long id;

    private String text;

    Note() {}

    Note(long id, String text) {
        this.id = id;
        this.text = text;
    }

    String text() {
        return text;
    }
}
