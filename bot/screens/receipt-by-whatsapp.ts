import { Account } from '../../src/accounts/account.ts'
import type { Needs } from '../../src/needs.ts'
import { Payment } from '../../src/payments/payment.ts'
import { writeReadyText } from '../../src/payments/ready-texts.ts'
import type { Button } from '../telegram/message.ts'
import { shopkeeperTexts } from '../texts/shopkeeper-texts.ts'
import type { Language } from '../texts/texts.ts'
import { makeWhatsAppButton } from './buttons.ts'

interface Reader {
  app: Needs<'em' | 'config'>
  accountId: number | null
  language: Language
}

/** Returns a button that opens WhatsApp with the receipt of a payment without an order; null while it is unpaid. */
export async function receiptWhatsAppButton(
  { app, accountId, language }: Reader,
  invoiceId: string,
): Promise<Button | null> {
  if (accountId === null) return null
  const payment = await app.em({ accountId, mode: 'both' }).findOne(Payment, { invoiceId })
  if (payment?.status !== 'paid') return null
  const { displayName: merchant } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  const text = writeReadyText({ config: app.config, language, payment, merchant })
  return text === null
    ? null
    : makeWhatsAppButton(shopkeeperTexts[language].whatsApp.receipt, payment.customerPhone, text)
}
