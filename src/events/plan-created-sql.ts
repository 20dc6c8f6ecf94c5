/** The endpoints that want an event: `of` has its account and mode. */
export const wants = (e: string, of: string, type: string) => `
  ${e}.account_id = ${of}.account_id and ${e}.mode = ${of}.mode and ${e}.deleted_at is null and ${e}.disabled_at is null
  and (${e}.types is null or ${type} = any(${e}.types))`

/**
 * Plans the deliveries of `payment.created` inside the one statement that makes the payments: `announced` has what
 * their events are about, and the events' ids. Their bodies are written when they are sent first: all that they say was
 * decided when the payment was made. Endpoints are looked up event by event, because a plan made while there were few
 * would read those of all accounts.
 */
export const planCreated = (announced: string) => `
  wanting as (
    select a.*, e.endpoint_id, 'payment ' || a.invoice_id as object
    from ${announced} a cross join lateral (
      select endpoint.id as endpoint_id from endpoint
      where ${wants('endpoint', 'a', `'payment.created'`)} offset 0) e),
  outward as (
    insert into outward_event (id, account_id, mode, type, object, sequence, created_at)
    select distinct event_id, account_id, mode, 'payment.created', object, 1, created_at from wanting),
  planned as (
    insert into endpoint_delivery
      (endpoint_id, event_id, account_id, mode, type, object, sequence, next_at, created_at)
    select endpoint_id, event_id, account_id, mode, 'payment.created', object, 1, created_at, created_at
    from wanting)`
