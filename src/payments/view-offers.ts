import { Connection } from '../connections/connection.ts'
import type { PaymentMethodId } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { convertQris } from '../qris/convert-qris.ts'
import { Charge } from './charge.ts'
import { Hold } from './hold.ts'
import type { Payment } from './payment.ts'

/** One way to pay a payment, as its payer sees it. */
export interface OfferView {
  method: PaymentMethodId
  /** `choosable`: its code is created when the payer chooses it. `failed`: no code could be created. */
  state: 'choosable' | 'preparing' | 'ready' | 'failed'
  /** The QRIS text to scan; null while the provider creates it, and if a number is paid. */
  qris: string | null
  /** Whether the code contains no amount, so that the payer types it. */
  isStaticCode: boolean
  /**
   * The account to transfer to; null if a code is scanned. `label` is the merchant's own name for it, `holder` the
   * provider's.
   */
  receivingAccount: { number: string; label: string | null; holder: string | null } | null
}

type Offered = Pick<Payment, 'invoiceId' | 'accountId' | 'finalAmount'> &
  Pick<Payment, 'paymentMethod' | 'isForeign' | 'convertedQris'>

/** Returns the ways to pay this payment, in the order of display: recommended ones first, charged codes last. */
export async function viewOffers(app: Needs<'em'>, payment: Offered): Promise<OfferView[]> {
  if (payment.isForeign) return [foreignOffer(payment)]
  const em = app.em({ accountId: payment.accountId, mode: 'both' })
  const holds = await em.find(
    Hold,
    { payment: payment.invoiceId },
    { populate: ['receivingAccount'], orderBy: { receivingAccount: 'asc' } },
  )
  const charges = await em.find(Charge, { payment: payment.invoiceId }, { orderBy: { id: 'asc' } })
  const connections = await em.find(
    Connection,
    { isActive: true, receivingAccount: holds.map(hold => hold.receivingAccount.id) },
    { fields: ['label', 'details', 'receivingAccount'] },
  )
  const heldOffers = holds.map((hold): OfferView => {
    const connection = connections.find(({ receivingAccount }) => receivingAccount.id === hold.receivingAccount.id)
    const { label = null, details } = connection ?? {}
    const qris = hold.staticQris === null ? null : convertOffered(hold.staticQris, payment)
    return {
      method: hold.method as PaymentMethodId,
      state: 'ready',
      qris,
      isStaticCode: qris !== null && qris === hold.staticQris,
      receivingAccount:
        qris === null ? { number: hold.receivingAccount.externalId, label, holder: details?.holder ?? null } : null,
    }
  })
  const byRank = (one: OfferView, other: OfferView) => rank(one) - rank(other)
  return [...heldOffers.sort(byRank), ...charges.map(viewCharge).sort(byRank)]
}

// Created for one method alone, as `matchCode` ensures.
function foreignOffer({ paymentMethod, convertedQris }: Offered): OfferView {
  const method = paymentMethod as PaymentMethodId
  return { method, state: 'ready', qris: convertedQris, isStaticCode: false, receivingAccount: null }
}

const rank = ({ method }: OfferView) => ['wallet_qris', 'qris_user', 'wallet_direct', 'qris'].indexOf(method)

// A customer who scans it need not type the amount, even if the merchant did not request the converted code in the
// answer. A stored code was validated when it was stored; if it cannot be converted anyway, the customer types the
// amount.
function convertOffered(code: string, { finalAmount }: Offered): string {
  try {
    return convertQris(code, finalAmount).converted
  } catch {
    return code
  }
}

const states = { offered: 'choosable', waiting: 'preparing', coded: 'ready', failed: 'failed' } as const

function viewCharge({ method, state, qris }: Charge): OfferView {
  return { method, state: states[state], qris, isStaticCode: false, receivingAccount: null }
}
