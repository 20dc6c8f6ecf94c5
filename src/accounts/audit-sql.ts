/** Holds a chain of the audit until the transaction ends: $1 the chain, as text. An entity has no lock for a row that is not there yet. */
export const lockChainSql = 'select pg_advisory_xact_lock(7240313, hashtext($1))'
