package dev.gmp.spring.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.config.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

class InvalidSettingsTests {

    @Test
    void whatTheSchedulerRefusesIsReportedWithItsProperty() {
        InvalidSettingException refused = new InvalidSettingException("max-procs", 0, "between 1 and 4");

        assertThatThrownBy(() -> InvalidSettings.reported("gmp.schedulers.orders", null, () -> {
                    throw refused;
                }))
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContainingAll("gmp.schedulers.orders.max-procs", "0", "must be between 1 and 4")
                .hasCause(refused);
    }
}
