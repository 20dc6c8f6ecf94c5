import { expect } from 'vitest'
import type { ModelTransfer } from './model-types.ts'
import { inOrder, sorted } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Checks the audit log: refunds, their corrections, decisions about money in review, and numbers in stock. */
export async function checkAudit(simulated: SimulatedShop): Promise<void> {
  await checkMoney(simulated)
  await checkTold(simulated)
}

async function checkTold({ shop, model }: SimulatedShop): Promise<void> {
  const rows = await shop.app.sql.query<{ act: string; goods: string; number: number; mode: string; actor: string }>(
    `select a.act, case v.key when 'only' then p.key else v.key end as goods, a.detail->>'mode' as mode,
       coalesce(a.detail->>'available', a.detail->>'delta', a.detail->>'added')::int as number, a.actor
     from audit_entry a join variant v on a.subject = 'variant ' || v.public_id join product p on p.id = v.product_id
     where a.chain = $1 and a.act in ('stock.told', 'stock.changed', 'stock.units_added')`,
    [shop.demo.accountId],
  )
  const found = rows
    .filter(({ mode }) => mode === 'test')
    .map(({ act, goods, number, actor }) => `${act} ${goods} ${number} ${actor.replace(/ \d+$/, '')}`)
  const told = model.stock.told.map(text => `stock.told ${text} api key`)
  expect(found.sort(), 'audit log, stock').toEqual(
    [
      ...told,
      ...model.stock.changed.map(text => `stock.changed ${text} user`),
      ...model.stock.added.map(count => `stock.units_added token ${count} user`),
    ].sort(),
  )
}

async function checkMoney({ shop, model }: SimulatedShop): Promise<void> {
  const rows = await shop.app.sql.query<{
    act: string
    subject: string
    detail: Record<string, unknown>
    actor: string
  }>(
    `select a.act, coalesce(t.reference, a.subject) as subject, a.detail, a.actor from audit_entry a
     left join transfer t on 'transfer ' || t.id = a.subject
     where a.chain = $1 and (a.act like 'transfer.%' or a.act like 'refund.%' or a.act = 'payment.refunded')`,
    [shop.demo.accountId],
  )
  const asked = model.refunds
    .filter(({ byProvider }) => byProvider)
    .flatMap(({ payment: { invoiceId }, amount, state }) => [
      ['refund.requested', invoiceId, inOrder({ amount })],
      ...(state === 'failed' ? [['refund.failed', invoiceId, inOrder({ amount })]] : []),
    ])
  const succeeded = model.refunds.filter(({ state }) => state === 'succeeded')
  const refunds = succeeded.flatMap(({ payment: { invoiceId }, amount, correctedAt, correctedFor: reason }) => [
    ['payment.refunded', invoiceId, inOrder({ amount: -amount })],
    ...(correctedAt === null
      ? []
      : [
          ['payment.refunded', invoiceId, inOrder({ amount })],
          ['refund.corrected', invoiceId, inOrder({ amount, reason })],
        ]),
  ])
  const reworded = model.reworded.map(({ payment }) => ['refund.changed', payment.invoiceId, inOrder({})])
  const decisions = model.transfers.flatMap(transfer => describe(transfer))
  const found = rows.map(({ act, subject, detail, actor }) => [
    // The provider's words are not predicted.
    ...[act, subject, inOrder(act === 'refund.failed' ? { amount: detail.amount } : (detail ?? {}))],
    ...(act.startsWith('transfer.') ? [actor.replace(/ \d+$/, '')] : []),
  ])
  expect(sorted(found), 'audit log').toEqual(sorted([...asked, ...refunds, ...reworded, ...decisions]))

  function describe({ reference, amount, state, reason, note }: ModelTransfer): string[][] {
    if (state === 'refunded' || state === 'ignored')
      return [[`transfer.${state}`, reference, inOrder({ amount, ...(note !== null && { note }) }), 'api key']]
    const paid = model.events.find(one => one.type === 'payment.paid' && one.change?.paid_reff_num === reference)
    if (!paid || (reason === null && !paid.change?.paid_late)) return []
    const detail = inOrder({ invoiceId: paid.id, amount, from: paid.change!.from })
    return [['transfer.accepted', reference, detail, reason === null ? 'rule late money' : 'api key']]
  }
}
