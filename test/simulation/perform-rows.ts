import { dismissRow } from '../../src/money/dismiss-row.ts'
import type { ModelPayment } from './model-types.ts'
import { ownerOf } from './of-modules.ts'
import { expectRefusal, type Performers, pick, type Scene } from './scene.ts'

/** Rows of the wallet that the shop cannot read, or that contradict each other. */
export function performRows(scene: Scene): Performers<'odd' | 'clear'> {
  const { shop, model, lister } = scene
  return {
    async odd({ payment: number, amount: kind }) {
      const open = model.payments.filter(({ status, method }) => status === 'pending' && method === 'wallet_direct')
      const payment = pick(open, number)
      // Without a payment that waits for money, the wallet is rarely read.
      if (!payment) return
      const known = model.transfers.find(({ method, app }) => method === 'wallet_direct' && app === 'Sandbox')
      if (kind === 'again') return known && repeatOtherwise(scene, known.reference, payment)
      const amounts = { unknown: null, same: payment.finalAmount, other: payment.finalAmount + 1, none: 0 }
      const row = { key: `odd ${model.rows.length}`, reference: `ODD-${model.rows.length}`, amount: amounts[kind] }
      lister.odd.push({ ...row, problem: 'amount: is not whole rupiah', content: `{ "row": ${model.rows.length} }` })
      model.rows.push({ ...row, at: model.now, resolvedAt: null, resolvedBy: null })
    },
    async clear({ row: number, by }) {
      const row = pick(
        model.rows.filter(({ resolvedBy }) => resolvedBy === null),
        number,
      )
      if (!row) return
      const listed = lister.odd.findIndex(({ key }) => key === row.key)
      if (by === 'provider' && listed >= 0) return readAtLast(scene, row, listed)
      const [stored] = await shop.app.sql.query<{ id: number; connection: number }>(
        'select id, connection_id as connection from set_aside_row where key = $1',
        [row.key],
      )
      const { accountId } = shop.demo
      const which = { accountId, connectionId: stored!.connection, rowId: stored!.id }
      await expectRefusal(dismissRow(shop.app, { ...which, rowId: 1_000_000 }, ownerOf(shop)), 'not_found')
      await dismissRow(shop.app, which, ownerOf(shop))
      await dismissRow(shop.app, which, ownerOf(shop))
      model.clear(row, 'user')
    },
  }
}

/** The wallet lists a reference again, with another amount. */
async function repeatOtherwise({ shop, model, lister }: Scene, reference: string, payment: ModelPayment) {
  const { finalAmount: amount } = payment
  const key = `again:${amount}:${reference}`
  if (
    model.rows.some(row => row.key === key) ||
    model.transfers.some(one => one.reference === reference && one.amount === amount)
  )
    return
  lister.more.push({ reference, amount, occurredAt: shop.app.now(), payerName: null, payerApp: null })
  model.rows.push({ key, reference, amount, at: model.now, resolvedAt: null, resolvedBy: null })
}

/** The wallet lists an unreadable row correctly: it is money. */
async function readAtLast({ shop, model, lister }: Scene, row: Scene['model']['rows'][0], index: number) {
  const { reference } = row
  const amount = row.amount || 7_000_000 + model.rows.length
  lister.odd.splice(index, 1)
  const sent = { connector: 'wallet', amount, reference, payer_name: 'Nyata' }
  const { status, body } = await shop.sandbox('/transfers', sent)
  if (status !== 200) throw new Error(JSON.stringify(body))
  model.receive({ reference, amount, payer: 'Nyata', app: 'Sandbox', method: 'wallet_direct', hasTime: true })
  model.clear(row, 'provider')
}
