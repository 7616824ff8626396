package dev.gmp.simulation;

import java.util.ResourceBundle;

/** Takes an error for a failure of the simulation, and forgets the rest. */
record StrictLogger(String name) implements System.Logger {

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean isLoggable(Level level) {
        return level == Level.ERROR;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
        Simulation simulation = Simulation.current();
        if (isLoggable(level) && simulation != null && !(thrown instanceof ThreadCoroutine.Abandoned)) {
            simulation.fail(message + ": " + thrown, thrown);
        }
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
        log(level, bundle, format, (Throwable) null);
    }
}
