// PostgreSQL's own functions for a copy while it runs, in one session from start to stop.

/** $1 name. The server keeps its log from here on until the session ends. */
export const keepLogSql = 'select pg_create_physical_replication_slot($1, true, true)'

export const startSql = `select pg_walfile_name(pg_backup_start('warung', true)) segment`

export const stopSql = 'select pg_walfile_name(lsn) segment, labelfile, spcmapfile from pg_backup_stop(false)'
