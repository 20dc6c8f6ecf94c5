import { formatRupiah } from '../lib/money.ts'
import type { PaymentView } from '../payments/view-payment.ts'
import { parseQris } from '../qris/parse-qris.ts'
import { drawPaymentPicture, type PaymentPicture, type PictureBody } from './draw-payment-picture.ts'
import type { Picture, PictureReader } from './picture.ts'
import { pictureTexts } from './picture-texts.ts'

export type CardPayment = Pick<
  PaymentView,
  | 'invoiceId'
  | 'mode'
  | 'phase'
  | 'merchantName'
  | 'qris'
  | 'receivingAccount'
  | 'finalAmount'
  | 'paidAmount'
  | 'paidAt'
  | 'expiresAt'
> & {
  /** Whether the picture omits that it was cancelled. */
  isQuiet?: boolean
}

/** Incremented whenever pictures look different, so that cached old ones are not shown. */
const edition = 4

/** Returns the picture of a payment in its current state: its code or number, or its outcome. */
export function createPaymentCard(payment: CardPayment, reader: PictureReader): Picture {
  const body = makeBody(payment, reader)
  return {
    key:
      `payment ${edition} ${payment.invoiceId} ${body.is} ${payment.isQuiet ? 'quiet' : payment.phase} ` +
      `${reader.language}`,
    name: pictureTexts[reader.language].cardFile(payment.invoiceId),
    bytes: () => drawPaymentPicture(makePicture(payment, body, reader)),
  }
}

function makeBody({ phase, qris, receivingAccount, isQuiet }: CardPayment, { language }: PictureReader): PictureBody {
  const words = pictureTexts[language]
  if (isQuiet) return { is: 'ended', word: words.closedWord, hint: words.doNotPay }
  if (phase === 'paid') return { is: 'paid', word: words.paidWord }
  if (phase === 'cancelled') return { is: 'ended', word: words.cancelledWord, hint: words.doNotPay }
  if (phase !== 'payable') return { is: 'ended', word: words.expiredWord, hint: words.doNotPay }
  if (qris !== null) return { is: 'code', qris }
  return {
    is: 'number',
    label: [words.transferTo, receivingAccount?.label].filter(Boolean).join(' '),
    number: receivingAccount?.number ?? '',
    hint: words.exactly,
  }
}

function makePicture(
  payment: CardPayment,
  body: PictureBody,
  { language, time, moment }: PictureReader,
): PaymentPicture {
  const words = pictureTexts[language]
  const isPaid = payment.phase === 'paid'
  return {
    merchantName: payment.merchantName,
    subtitle: makeSubtitle(payment, body),
    amountLabel: isPaid ? words.paid : words.amountDue,
    amount: formatRupiah(isPaid ? (payment.paidAmount ?? payment.finalAmount) : payment.finalAmount),
    footer: isPaid && payment.paidAt ? moment(payment.paidAt) : words.payBefore(time(payment.expiresAt)),
    ribbon: payment.mode === 'test' ? words.test : null,
    body,
  }
}

// The line that the payer's app will show, so that both can be compared.
function makeSubtitle(payment: CardPayment, body: PictureBody): string {
  if (body.is === 'code') return codeOwner(body.qris, payment)
  return (body.is === 'number' && payment.receivingAccount?.holder) || payment.invoiceId
}

function codeOwner(qris: string, payment: CardPayment): string {
  try {
    const { nmid, merchantName } = parseQris(qris)
    const name = merchantName?.trim()
    const owner = name && name.toLowerCase() !== payment.merchantName.toLowerCase() ? name : null
    return [owner, nmid && `NMID ${nmid}`].filter(Boolean).join(' · ') || payment.invoiceId
  } catch {
    return payment.invoiceId
  }
}
