/** Holds the turn until the session ends: $1 a number that means "Warung migrates". There is no table yet that a row could be locked in. */
export const takeTurnSql = 'select pg_advisory_lock($1)'
