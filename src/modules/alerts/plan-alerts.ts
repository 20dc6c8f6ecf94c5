import type { Tx } from '../../database/transaction.ts'
import type { Event, Reaction, Reactions } from '../../events/announce.ts'
import type { EventType } from '../../events/payloads.ts'
import { rowsSql, statement } from '../../lib/statement.ts'
import { Order } from '../../orders/order.ts'
import type { AlertFacts, AlertKind } from './alert.ts'

interface PlannedRow {
  cause: string
  account_id: number
  mode: 'live' | 'test'
  kind: AlertKind
  data: AlertFacts
  created_at: Date
}

const planned = rowsSql<PlannedRow>('planned', {
  cause: 'text',
  account_id: 'bigint',
  mode: 'text',
  kind: 'text',
  data: 'jsonb',
  created_at: 'timestamptz',
})

// One statement for all receivers of all events, because every settled payment runs it. A payment of an order causes
// the alert of the order. Only owners approve.
const planSql = statement<{ planned: PlannedRow[] }>(`
  insert into alert (account_id, user_id, mode, channel, subscription_id, kind, data, once, created_at, next_at)
  select planned.account_id, receiver.user_id, planned.mode, receiver.channel, receiver.subscription_id, planned.kind,
    planned.data, concat_ws(' ', planned.cause, receiver.channel, coalesce(receiver.subscription_id, receiver.user_id)),
    planned.created_at, planned.created_at
  from ${planned} join lateral (
    select s.user_id, 'push' as channel, s.id as subscription_id from push_subscription s
    where s.account_id = planned.account_id and not exists (
      select from alert_switch w where w.account_id = s.account_id and w.user_id = s.user_id
        and w.channel = 'push' and w.kind = planned.kind and not w.is_on)
    union all
    select w.user_id, 'email', null from alert_switch w
    where w.account_id = planned.account_id and w.channel = 'email' and w.kind = planned.kind and w.is_on
    ) receiver on true
  where (planned.kind <> 'payment' or not exists (
    select from order_invoice i where i.invoice_id = planned.data ->> 'number'))
    and (planned.kind <> 'approval' or exists (
      select from membership m
      where m.account_id = planned.account_id and m.user_id = receiver.user_id and m.role = 'owner'))
  on conflict (once) do nothing`)

// Most merchants have no receivers: then the rows are not sent.
const anyReceiverSql = statement<{ accounts: number[] }>(`
  select from push_subscription where account_id = any(:accounts)
  union all select from alert_switch where account_id = any(:accounts) and channel = 'email' and is_on limit 1`)

/** The channel of `Wake` for alerts, and for pages that show the subjects of alerts. */
export const alertsChannel = 'alerts'

export type PlannedAlert = { accountId: number; mode: 'live' | 'test'; cause: string; kind: AlertKind } & {
  data: AlertFacts
  createdAt: Date
}

/** Writes an alert for each member and browser that wants it, in the transaction that causes it. */
export async function planAlerts(tx: Tx, alerts: PlannedAlert[]): Promise<void> {
  const accounts = [...new Set(alerts.map(({ accountId }) => accountId))]
  if (accounts.length > 0 && (await tx.query(anyReceiverSql, { accounts })).length > 0) {
    const rows = alerts.map(({ accountId, createdAt, ...rest }) => ({
      ...rest,
      account_id: accountId,
      created_at: createdAt,
    }))
    await tx.write(planSql, { planned: rows })
  }
  tx.wake(alertsChannel)
}

/** Wakes the pages that show what has changed. */
export const wakeLists: Reaction = async tx => tx.wake(alertsChannel)

function alertsFor<Type extends EventType>(
  kind: AlertKind,
  plan: (event: Event<Type>) => { mode: 'live' | 'test'; data: AlertFacts } | null,
): Reaction<Type> {
  return async (tx, events) => {
    const alerts = events.flatMap(event => {
      const alert = plan(event)
      const { id: cause, accountId, createdAt } = event
      return alert ? [{ ...alert, kind, cause, accountId, createdAt }] : []
    })
    await planAlerts(tx, alerts)
  }
}

const guestDoors: Order['door'][] = ['menu', 'bill']
/** The maximum number of waiting guest orders that cause alerts, because strangers can place any number. */
const guestOrdersMax = 3
const waitingMs = 600_000

const alertToPlaced: Reaction<'order.placed'> = async (tx, events) => {
  const alerts: PlannedAlert[] = []
  for (const { id: cause, accountId, createdAt, payload } of events) {
    const { orderNumber: number, mode, total: amount, door } = payload
    if (door === 'counter') continue
    const isGuests = door !== undefined && guestDoors.includes(door)
    if (isGuests && (await countWaiting(tx, { accountId, mode, createdAt })) > guestOrdersMax) continue
    const data = { what: 'order_placed' as const, number, amount }
    alerts.push({ cause, accountId, createdAt, mode, kind: 'order', data })
  }
  await planAlerts(tx, alerts)
}

function countWaiting(
  { em }: Tx,
  { accountId, mode, createdAt }: Pick<PlannedAlert, 'accountId' | 'mode' | 'createdAt'>,
) {
  return em.count(Order, {
    account: accountId,
    mode,
    door: guestDoors,
    status: ['pending', 'waiting_payment'],
    createdAt: { $gt: new Date(createdAt.getTime() - waitingMs) },
  })
}

/** The alerts to merchants: for each event, a row per receiver. */
export const alertReactions = {
  'order.placed': [alertToPlaced],
  'order.paid': [
    alertsFor<'order.paid'>('order', ({ payload: { orderNumber, invoiceId, paidAmount, mode, door } }) =>
      invoiceId === null || door === 'counter'
        ? null
        : { mode, data: { what: 'order_paid', number: orderNumber, amount: paidAmount } },
    ),
  ],
  'payment.paid': [
    alertsFor<'payment.paid'>('payment', ({ payload: { invoiceId, paidAmount, mode } }) => ({
      mode,
      data: { what: 'payment_paid', number: invoiceId, amount: paidAmount },
    })),
  ],
  // An approval belongs to no mode, so it is never marked as a test.
  'approval.asked': [
    alertsFor<'approval.asked'>('approval', ({ payload }) => ({
      mode: 'live',
      data: { what: 'approval_asked', ...payload },
    })),
  ],
  'transfer.in_review': [
    alertsFor<'transfer.in_review'>('review', ({ payload: { amount, mode } }) => ({
      mode,
      data: { what: 'transfer_in_review', number: null, amount },
    })),
  ],
} satisfies Partial<Reactions>
