import type { Needs } from '../needs.ts'
import type { Payment } from './payment.ts'
import { type PaymentPhase, phaseOf } from './payment-phase.ts'

/** What everybody who has the invoice id may see: no e-mail, no phone, no callback address. Amounts in whole rupiah. */
export interface PaymentView
  extends Pick<
    Payment,
    | 'invoiceId'
    | 'mode'
    | 'paymentMethod'
    | 'amount'
    | 'uniqueCode'
    | 'finalAmount'
    | 'status'
    | 'description'
    | 'customerName'
    | 'redirectUrl'
    | 'createdAt'
    | 'expiresAt'
    | 'paidAt'
    | 'paidAmount'
    | 'paidReffNum'
    | 'endReason'
  > {
  phase: PaymentPhase
  merchantName: string
  /** The QRIS text to scan; null while the provider makes it, and where there is none. */
  qris: string | null
  /** Whether the code carries no amount, so that the payer types it. */
  isStaticCode: boolean
  /** Where to transfer to; null where only a code is scanned. `label` is the merchant's own name for it. */
  receivingAccount: { number: string; label: string | null } | null
}

/** One payment by its id alone, which is the secret that opens its page; null when there is none. */
export async function viewPayment(app: Needs<'sql' | 'now'>, invoiceId: string): Promise<PaymentView | null> {
  const rows = await app.sql.query<ViewRow>(viewSql, [invoiceId])
  if (!rows[0]) return null
  const { receivingNumber, receivingLabel, convertedQris, staticQris, chargedQris, ...found } = rows[0]
  const payment = { ...found, qris: chargedQris ?? convertedQris ?? staticQris }
  const isReady = payment.qris !== null || receivingNumber !== null
  return {
    ...payment,
    isStaticCode: payment.qris !== null && payment.qris === staticQris,
    phase: phaseOf({ ...payment, isReady }, app.now()),
    receivingAccount: receivingNumber === null ? null : { number: receivingNumber, label: receivingLabel },
  }
}

type ViewRow = Omit<PaymentView, 'phase' | 'receivingAccount' | 'qris' | 'isStaticCode'> & {
  chargedQris: string | null
  convertedQris: string | null
  staticQris: string | null
  receivingNumber: string | null
  receivingLabel: string | null
}

const viewSql = `
  select p.invoice_id as "invoiceId", p.mode, p.payment_method as "paymentMethod", p.amount,
    p.unique_code as "uniqueCode", p.final_amount as "finalAmount", p.status, p.description,
    p.customer_name as "customerName", p.redirect_url as "redirectUrl", p.created_at as "createdAt",
    p.expires_at as "expiresAt", p.paid_at as "paidAt", p.paid_amount as "paidAmount",
    p.paid_reff_num as "paidReffNum", p.end_reason as "endReason", a.display_name as "merchantName",
    g.qris as "chargedQris", p.converted_qris as "convertedQris", s.static_qris as "staticQris",
    r.number as "receivingNumber", r.label as "receivingLabel"
  from payment p
  join account a on a.id = p.account_id
  left join lateral (
    select qris from charge where invoice_id = p.invoice_id and state = 'coded' order by id desc limit 1) g on true
  left join lateral (
    select ra.external_id as number, c.label
    from hold h
    join receiving_account ra on ra.id = h.receiving_account_id
    left join connection c on c.receiving_account_id = ra.id and c.account_id = p.account_id and c.is_active
    where h.invoice_id = p.invoice_id and h.static_qris is null order by h.receiving_account_id limit 1) r on true
  left join lateral (
    select static_qris from hold where invoice_id = p.invoice_id and static_qris is not null limit 1) s on true
  where p.invoice_id = $1`
