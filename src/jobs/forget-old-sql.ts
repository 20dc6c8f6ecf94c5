/**
 * Millions of rows of several tables, a thousand at once by their place on the disk, which holds no lock for long. $1 business time and
 * $2 real time before which a row is old, named both so that one statement fits all; $3 how many.
 */
export const deleteSql = (table: string, isOld: string) => `
  delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${isOld} and $1::timestamptz is not null and $2::timestamptz is not null limit $3))`
