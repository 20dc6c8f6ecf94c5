import type { IncomingTransfer, Window } from '../connectors/connector.ts'
import type { Needs } from '../needs.ts'
import { type SettleNeeds, type Store, settleTogether, type TransferSource } from './settle-together.ts'
import { wakeFollowers } from './wake-followers.ts'

interface UnsettledRow extends IncomingTransfer {
  id: number
  connectionId: number
  accountId: number
  receivingAccountId: number
  connector: string
  overrides: Partial<Window>
  chargeId: number | null
  chargeInvoiceId: string | null
  chargeMethod: string | null
}

const unsettledBatchMax = 100

/** Tries again what could not be settled. Returns how many were. */
export async function retryUnsettled(app: SettleNeeds & Needs<'connectors'>): Promise<number> {
  const rows = await app.sql.query<UnsettledRow>(unsettledSql, [unsettledBatchMax])
  let settled = 0
  for (const row of rows) {
    if (await retryOne(app, row)) settled++
  }
  if (settled > 0) wakeFollowers(app)
  return settled
}

const unsettledSql = `
  select t.id, t.connection_id as "connectionId", c.account_id as "accountId",
    t.receiving_account_id as "receivingAccountId", c.connector, c.window_overrides as overrides,
    t.charge_id as "chargeId", h.invoice_id as "chargeInvoiceId", h.method as "chargeMethod", t.reference, t.amount,
    t.occurred_at as "occurredAt", t.payer_name as "payerName", t.payer_app as "payerApp",
    t.is_unproved as "isUnproved"
  from transfer t join connection c on c.id = t.connection_id left join charge h on h.id = t.charge_id
  where t.state = 'unsettled' and t.retry_at <= now()
  order by t.retry_at limit $1`

async function retryOne(app: SettleNeeds & Needs<'connectors'>, row: UnsettledRow): Promise<boolean> {
  const { connectionId, accountId, receivingAccountId, chargeId } = row
  const source: TransferSource = {
    connectionId,
    accountId,
    receivingAccountId,
    window: { ...app.connectors[row.connector]!.window, ...row.overrides },
    ...(chargeId !== null && {
      charge: { id: chargeId, invoiceId: row.chargeInvoiceId!, method: row.chargeMethod! },
    }),
  }
  const page = { source, transfers: [row], store: updateUnsettled(row.id) }
  try {
    const [settlement] = await app.transaction('installation', tx => settleTogether(app, tx, page))
    return settlement !== 'known'
  } catch (error) {
    app.log.error({ err: error, transfer: row.id }, 'an unsettled transfer still cannot be settled')
    await app.sql.write(
      `update transfer set failures = failures + 1, retry_at = now() + make_interval(secs => least(300, 5 * power(2, failures)))
       where id = $1 and state = 'unsettled'`,
      [row.id],
    )
    return false
  }
}

function updateUnsettled(id: number): Store {
  return async (tx, _source, judged) => {
    const { transfer, state, reason, payment, accountId, likelyInvoiceId } = judged[0]!
    const won = await tx.write(
      `update transfer set state = $2, reason = $3, invoice_id = $4, account_id = $5, likely_invoice_id = $6, retry_at = null
       where id = $1 and state = 'unsettled'`,
      [id, state, reason, payment?.invoiceId ?? null, accountId, likelyInvoiceId],
    )
    return new Map(won === 1 ? [[transfer.reference, id]] : [])
  }
}
