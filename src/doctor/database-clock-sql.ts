/** The database's own time: leases are counted by it. */
export const databaseClockSql = 'select clock_timestamp() as at'
