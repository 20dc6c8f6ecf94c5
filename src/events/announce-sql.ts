/**
 * Inserts the events of a change, many at once. $1 ids, $2 accounts, $3 types, $4 subjects, $5 payloads, $6 times, $7
 * modes or null, $8 months.
 */
export const announceSql = `
  insert into event (id, account_id, type, subject, payload, created_at, mode, month)
  select * from unnest(
    $1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::text[], $8::text[])`
