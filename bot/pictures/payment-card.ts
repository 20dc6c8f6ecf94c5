import { formatRupiah } from '../../src/lib/money.ts'
import type { PaymentView } from '../../src/payments/view-payment.ts'
import { parseQris } from '../../src/qris/parse-qris.ts'
import type { Attachment } from '../telegram/message.ts'
import type { Voice } from '../texts/voice.ts'
import { drawPaymentPicture, type PaymentPicture, type PictureBody } from './payment-picture.ts'

/** Changes whenever pictures look different, so that Telegram's copies of the old ones are not shown. */
const edition = 2

/** The picture of a payment as it is now: its code or number, or what became of it. */
export function paymentCard(payment: PaymentView, voice: Voice): Attachment {
  const body = bodyOf(payment, voice)
  return {
    key: `payment ${edition} ${payment.invoiceId} ${body.is} ${payment.phase} ${voice.language}`,
    name: voice.t.picture.fileName(payment.invoiceId),
    bytes: () => drawPaymentPicture(pictureOf(payment, body, voice)),
  }
}

function bodyOf(payment: PaymentView, { t }: Voice): PictureBody {
  const { phase, qris, receivingAccount } = payment
  const { picture } = t
  if (phase === 'paid') return { is: 'paid', word: picture.paidWord }
  if (phase === 'cancelled') return { is: 'ended', word: picture.cancelledWord, hint: picture.doNotPay }
  if (phase !== 'payable') return { is: 'ended', word: picture.expiredWord, hint: picture.doNotPay }
  if (qris !== null) return { is: 'code', qris }
  return { is: 'number', label: picture.transferTo, number: receivingAccount?.number ?? '', hint: picture.exactly }
}

function pictureOf(payment: PaymentView, body: PictureBody, { t, time, moment }: Voice): PaymentPicture {
  const { picture } = t
  const isPaid = payment.phase === 'paid'
  return {
    merchantName: payment.merchantName,
    subtitle: body.is === 'code' ? codeOwner(body.qris, payment) : payment.invoiceId,
    amountLabel: isPaid ? picture.paid : picture.amountDue,
    amount: formatRupiah(isPaid ? (payment.paidAmount ?? payment.finalAmount) : payment.finalAmount),
    footer: isPaid && payment.paidAt ? moment(payment.paidAt) : picture.payBefore(time(payment.expiresAt)),
    ribbon: payment.mode === 'test' ? picture.test : null,
    body,
  }
}

// What a banking app will show, so that the payer can compare it.
function codeOwner(qris: string, payment: PaymentView): string {
  try {
    const { nmid, merchantName } = parseQris(qris)
    const name = merchantName?.trim()
    const owner = name && name.toLowerCase() !== payment.merchantName.toLowerCase() ? name : null
    return [owner, nmid && `NMID ${nmid}`].filter(Boolean).join(' · ') || payment.invoiceId
  } catch {
    return payment.invoiceId
  }
}
