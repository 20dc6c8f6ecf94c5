/** Every open page and chat asks every other second. $1 invoices. */
export const phasesSql = `
  select p.invoice_id, p.status, p.expires_at,
    exists (select 1 from charge g where g.invoice_id = p.invoice_id and g.state = 'coded')
      or exists (select 1 from hold h where h.invoice_id = p.invoice_id) as is_ready
  from payment p where p.invoice_id = any($1)`
