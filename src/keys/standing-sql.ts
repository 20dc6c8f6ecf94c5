const standingColumns = (mode: string) => `
  a.id as account_id, a.name, a.display_name, ${mode} as mode, a.dialect, a.is_verified,
  a.invoice_lifetime_s, a.subtracts_unique_code, a.offers_all_methods, a.accepts_key_in_query, a.platform_fee_bps,
  a.refuses_unknown_fields, a.allows_foreign_codes, a.amount_max, a.requests_per_s,
  (select json_build_object('connector', g.connector, 'merchantId', g.merchant_id, 'maxAmount', g.max_amount,
      'staticQris', g.static_qris) from platform_grant g where g.account_id = a.id) as platform_grant,
  (select json_object_agg(m.method, m.reason) from method_maintenance m) as maintenance,
  (select s.plan from subscription s where s.account_id = a.id and s.starts_at <= $2 and s.ends_at > $2
    order by array_position('{premium,paid,trial}', s.plan) limit 1) as plan,
  (select json_agg(json_build_object('id', c.id, 'connector', c.connector, 'receivingAccountId', c.receiving_account_id,
      'isOwn', c.account_id = a.id,
      'isOperators', o.is_operator, 'method', c.method, 'qris', c.static_qris,
      'isDown', c.failing_since is not null and c.failing_since < $2::timestamptz - interval '10 minutes', 'window', c.window_overrides) order by c.id)
    from connection c join account o on o.id = c.account_id
    where c.is_active and c.mode = ${mode} and (c.account_id = a.id or o.is_operator)) as connections`

// The time of use only helps to decide whether a key can be removed, so once a minute is enough.
export const keyStandingSql = `
  with used as (
    update api_key set last_used_at = $2
    where key_hash = any($1::bytea[]) and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute'))
  select k.id as key_id, k.scopes, k.allowed_addresses, k.is_rate_limited, ${standingColumns('k.mode')}
  from api_key k join account a on a.id = k.account_id
  where k.key_hash = any($1::bytea[]) and k.revoked_at is null and k.expires_at > $2 and a.is_active`

export const accountStandingSql = `
  select ${standingColumns('$3::text')} from account a where a.id = $1 and a.is_active`
