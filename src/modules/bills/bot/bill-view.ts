import { toButtonUrl } from '../../../../bot/screens/buttons.ts'
import { type Message, makePress } from '../../../../bot/telegram/message.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Needs } from '../../../needs.ts'
import type { Bill } from '../bill.ts'
import { billUrl } from '../bill-kinds.ts'
import { billTexts } from '../texts/bill-chat-texts.ts'

interface CardReader {
  language: Language
  /** The shop's name for customers. */
  merchant: string
}

/**
 * Renders the card of a bill that does not exist yet. Pressing its button creates the bill, if the bot was not notified
 * that the card was sent.
 */
export function offerView(offer: { publicId: string; amount: number; title: string }, reader: CardReader): Message {
  const words = billTexts[reader.language].card
  return {
    text: html`${renderHead(offer.amount, offer.title, reader)}\n\n${words.beforePay}`,
    buttons: [[{ text: words.pay(formatRupiah(offer.amount)), press: makePress('offer', offer.publicId) }]],
  }
}

/** Renders the card of a bill in its current state, for any reader. */
export function billCardView({ config }: Needs<'config'>, bill: Bill, reader: CardReader): Message {
  const words = billTexts[reader.language].card
  const head = renderHead(bill.amount ?? bill.minAmount!, bill.title, reader)
  const page = toButtonUrl(config, billUrl(config, bill))
  // If Telegram would reject the address in a button, it is shown as text to copy.
  const address = page === null ? html`\n${billUrl(config, bill)}` : html``
  const look = { text: words.look, press: makePress('billcard') }
  if (bill.status === 'paid') {
    return {
      text: html`<b>${words.paid}</b>\n\n${head}${address}`,
      buttons: page === null ? [] : [[{ text: words.proof, url: page }]],
    }
  }
  if (bill.isOver()) return { text: html`<b>${words.over}</b>\n\n${head}` }
  const rest = bill.collected > 0 ? html`\n${words.rest(formatRupiah(bill.due()!))}` : html``
  const amount = formatRupiah(bill.due() ?? bill.minAmount!)
  const buttons = [...(page === null ? [] : [[{ text: words.pay(amount), url: page }]]), [look]]
  return { text: html`${head}${rest}\n\n${words.howToPay}${address}`, buttons }
}

function renderHead(amount: number, title: string, { language, merchant }: CardReader): Html {
  const words = billTexts[language].card
  return html`🧾 <b>${words.title(formatRupiah(amount))}</b>\n${title}\n${words.from(merchant)}`
}
