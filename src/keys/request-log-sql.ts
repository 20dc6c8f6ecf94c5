// Every request with an API key is one row; a second's rows are written at once.
export const insertSql = `
  insert into api_request (account_id, mode, api_key_id, method, path, status, code, request_id, duration_ms,
    received_at, unknown_fields)
  select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[],
    $9::int[], $10::timestamptz[], $11::jsonb[])`
