create table if not exists index_run (
    id            bigint generated always as identity primary key,
    source        varchar not null,
    state         varchar(16) not null,
    started_at    timestamp with time zone not null,
    took_millis   bigint not null default 0,
    files         int not null default 0,
    skipped_files int not null default 0,
    line_count    bigint not null default 0,
    byte_count    bigint not null default 0,
    goroutines    bigint not null default 0,
    failure       varchar
);

create table if not exists index_run_extension (
    run_id     bigint not null references index_run (id) on delete cascade,
    extension  varchar not null,
    files      int not null,
    line_count bigint not null,
    byte_count bigint not null,
    primary key (run_id, extension)
);
