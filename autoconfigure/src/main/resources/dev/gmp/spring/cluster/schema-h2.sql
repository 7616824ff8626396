-- The states of keyed processes for dev.gmp.spring.cluster.JdbcStateStore, H2.
-- With another name of the table: the setting of the same name, or the constructor's argument.
create table if not exists gmp_process_state (
    process_type varchar(255) not null,
    process_key  varchar(512) not null,
    -- 1 for the first save; each save increases it by 1, and replaces only the version that it has seen.
    version      bigint       not null,
    state        blob         not null,
    primary key (process_type, process_key)
);
