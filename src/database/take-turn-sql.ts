/** Holds the turn until the session ends: $1 a number that says at what, such as "Warung migrates". There need be no table yet that a row could be locked in. */
export const takeTurnSql = 'select pg_advisory_lock($1)'
