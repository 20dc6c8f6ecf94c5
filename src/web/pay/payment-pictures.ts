import type Koa from 'koa'
import { toLocalTime } from '../../lib/wall-clock.ts'
import type { Needs } from '../../needs.ts'
import { findOrderOfPayment } from '../../orders/find-order.ts'
import { receiptUrl } from '../../orders/receipts/receipt-url.ts'
import type { PaymentView } from '../../payments/view-payment.ts'
import { createPaymentCard } from '../../pictures/payment-card.ts'
import type { Picture, PictureReader } from '../../pictures/picture.ts'
import { createReceiptPicture } from '../../pictures/receipt.ts'
import { chooseLanguage } from '../parts/language.ts'

/** Sends the card of a code for saving: in a gallery it must show the amount, the payee and the deadline. */
export async function sendCard(app: Needs<'config'>, ctx: Koa.Context, payment: PaymentView): Promise<void> {
  const name = `qris-${payment.invoiceId}.png`
  await sendPicture(ctx, { ...createPaymentCard(payment, pictureReader(app, ctx)), name })
}

/** Sends the receipt of a paid payment. */
export async function sendReceipt(
  app: Needs<'config' | 'em' | 'seal'>,
  ctx: Koa.Context,
  payment: PaymentView,
): Promise<void> {
  const order = await findOrderOfPayment(app, payment)
  const bought = { shop: payment.merchantName, check: receiptUrl(app, payment.invoiceId), order, payment }
  await sendPicture(ctx, createReceiptPicture(bought, pictureReader(app, ctx)))
}

function pictureReader({ config }: Needs<'config'>, ctx: Koa.Context): PictureReader {
  const language = chooseLanguage(ctx)
  const onClock = (date: Date) => toLocalTime(config.timeZone, date, language)
  return {
    language,
    time: date => onClock(date).time,
    moment: date => `${onClock(date).day} ${onClock(date).time}`,
  }
}

async function sendPicture(ctx: Koa.Context, picture: Picture): Promise<void> {
  const isSaved = ctx.query.save === '1'
  ctx.set('Content-Disposition', `${isSaved ? 'attachment' : 'inline'}; filename="${picture.name}"`)
  // Telegram on the web saves the files of Mini Apps by its own script:
  // https://core.telegram.org/bots/webapps#downloadfileparams
  if (isSaved) ctx.set('Access-Control-Allow-Origin', 'https://web.telegram.org')
  ctx.set('Cache-Control', 'private, max-age=60')
  ctx.type = 'image/png'
  ctx.body = await picture.bytes()
}
