import { Account } from '../../src/accounts/account.ts'
import type { Needs } from '../../src/needs.ts'
import { Customer } from '../../src/orders/customers/customer.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import { findReceivedMoney } from '../../src/orders/received-money.ts'
import { writeShippedText } from '../../src/orders/shipping/shipped-text.ts'
import { writeReadyText } from '../../src/payments/ready-texts.ts'
import { listAdditions } from '../../src/slots.ts'
import type { Button, Message } from '../telegram/message.ts'
import { shopkeeperTexts } from '../texts/shopkeeper-texts.ts'
import type { Language, Texts } from '../texts/texts.ts'
import { makeVoice } from '../texts/voice.ts'
import { makeWhatsAppButton } from './buttons.ts'
import { orderCard } from './order-card.ts'

declare module '../../src/slots.ts' {
  interface Slots {
    /** Returns rows of buttons for the merchant's card of an order. */
    merchantOrderRows(order: WholeOrder, language: Language): Button[][]
  }
}

interface Reader {
  app: Needs<'em' | 'config' | 'calendar' | 'now' | 'slots'>
  language: Language
  t: Texts
}

/** Reads the data for the merchant's card of an order and renders it; `hint` describes the last action. */
export async function readOrderCard(
  reader: Reader,
  order: WholeOrder,
  { title = reader.t.merchant.orderCard, hint }: { title?: string | undefined; hint?: string | undefined } = {},
): Promise<Message> {
  const { app } = reader
  const customer = await app.em({ accountId: order.accountId }).findOne(Customer, order.customerId)
  const received = await findReceivedMoney(app, order)
  const whatsApp = await whatsAppButton(reader, order)
  const buyer = customer?.hasChat() ? customer.telegramUserId : undefined
  const card = { order, title, hint, buyer, received, whatsApp, now: app.now() }
  const message = orderCard(card, makeVoice(reader))
  const rows = listAdditions(app, 'merchantOrderRows').flatMap(rowsOf => rowsOf(order, reader.language))
  return rows.length === 0 ? message : { ...message, buttons: [...(message.buttons ?? []), ...rows] }
}

/**
 * Returns a button that opens WhatsApp with the currently suitable message: the bill, the receipt, or news of the
 * shipment.
 */
async function whatsAppButton({ app, language }: Reader, order: WholeOrder): Promise<Button | null> {
  const words = shopkeeperTexts[language].whatsApp
  const payment = order.payment()
  const { displayName: merchant } = await app.em({ accountId: order.accountId }).findOneOrFail(Account, order.accountId)
  const refunded = payment !== null && payment.refundedAt !== null
  const shipped = payment?.isWhollyRefunded() ? null : writeShippedText(order, merchant, language)
  const text = shipped ?? (payment && writeReadyText({ config: app.config, language, payment, merchant }))
  if (!text) return null
  const ofPayment = refunded ? words.refund : payment?.status === 'paid' ? words.receipt : words.bill
  return makeWhatsAppButton(shipped ? words.shipped : ofPayment, order.customerPhone, text)
}
