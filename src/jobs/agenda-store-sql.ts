/** The table comes from a migration and is Agenda's: no entity describes it. */
export const hasTableSql = `select to_regclass('agenda_jobs') is not null as there`
