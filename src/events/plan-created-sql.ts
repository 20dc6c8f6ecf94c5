/** The endpoints that want an event: `of` has its account and mode. */
export const wants = (e: string, of: string, type: string) => `
  ${e}.account_id = ${of}.account_id and ${e}.mode = ${of}.mode and ${e}.deleted_at is null and ${e}.disabled_at is null
  and (${e}.types is null or ${type} = any(${e}.types))`

/**
 * Plans the deliveries of `payment.created` inside the one statement that makes the payment: `created` has its row,
 * `eventId` is that of its event. Their body is written when it is sent first: all that it says was decided when the
 * payment was made.
 */
export const planCreated = (created: string, eventId: string) => `
  wanting as (
    select e.id as endpoint_id from ${created} c join endpoint e on ${wants('e', 'c', `'payment.created'`)}),
  outward as (
    insert into outward_event (id, account_id, mode, type, object, sequence, created_at)
    select ${eventId}, c.account_id, c.mode, 'payment.created', 'payment ' || c.invoice_id, 1, c.created_at
    from ${created} c where exists (select from wanting)),
  planned as (
    insert into endpoint_delivery
      (endpoint_id, event_id, account_id, mode, type, object, sequence, next_at, created_at)
    select w.endpoint_id, ${eventId}, c.account_id, c.mode, 'payment.created', 'payment ' || c.invoice_id, 1,
      c.created_at, c.created_at
    from ${created} c cross join wanting w)`
