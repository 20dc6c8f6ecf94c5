import type { ShopContext } from '../../../../bot/context.ts'
import { menuRow } from '../../../../bot/screens/buttons.ts'
import type { ShopScreen } from '../../../../bot/screens/screen.ts'
import { makePress } from '../../../../bot/telegram/message.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { eraseCustomer } from '../erase-customer.ts'
import { findCard, type WholeCard } from '../find-card.ts'
import { findOwnCard, proveNumber } from '../own-card.ts'
import { myDataTexts } from '../texts/my-data-chat-texts.ts'

/** Shows a customer in the chat what the shop stores about them, and deletes it on request. */
export const myDataScreen: ShopScreen = {
  commands: { datasaya: showData, mydata: showData },
  presses: { mydata: showData, eraseask: askToErase, eraseyes: eraseData },
}

/**
 * Records a number that Telegram has verified, because its owner shared the contact. The screens then handle the
 * message.
 */
export async function proveContact(ctx: ShopContext): Promise<boolean> {
  const { message, from, app, store, customer } = ctx
  const contact = message?.contact
  if (!contact || contact.user_id !== from?.id) return false
  const phone = `+${contact.phone_number.replace(/\D/g, '')}`
  await proveNumber(app, { accountId: store.accountId, mode: store.mode }, { id: customer.id, phone })
  return false
}

async function showData(ctx: ShopContext): Promise<void> {
  const { app, store, customer, language } = ctx
  const say = myDataTexts[language]
  const scope = { accountId: store.accountId, mode: store.mode }
  const cardId = await findOwnCard(app, scope, customer)
  const whole = cardId === null ? null : await findCard(app, scope, cardId)
  const phone = whole?.card.phone
  const addresses = whole?.card.addresses ?? []
  await ctx.say({
    text: html`<b>${say.title}</b>

${say.name}: ${customer.name}${phone && html`\n${say.phone}: ${phone}${whole?.card.isProved && ` (${say.proved})`}`}${
      addresses.length > 0 && html`\n${say.addresses}: ${addresses.join('; ')}`
    }
${whole && say.visits(whole.visits, formatRupiah(whole.total))}${whole && newestVisits(whole, say.newest)}`,
    buttons: [[{ text: say.erase, press: makePress('eraseask'), style: 'danger' }], menuRow(ctx.t)],
  })
}

const shownMax = 10

function newestVisits({ orders, payments }: WholeCard, title: string): Html | null {
  const lines = [
    ...orders.map(order => {
      const facts = [order.orderNumber, order.summary(), formatRupiah(order.total), order.note]
      return { at: order.createdAt, text: facts.filter(Boolean).join(' · ') }
    }),
    ...payments.map(({ invoiceId, description, finalAmount, createdAt }) => {
      return { at: createdAt, text: [invoiceId, description, formatRupiah(finalAmount)].filter(Boolean).join(' · ') }
    }),
  ]
  if (lines.length === 0) return null
  const newest = lines.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, shownMax)
  return html`\n\n<b>${title}</b>${newest.map(({ text }) => html`\n${text}`)}`
}

async function askToErase(ctx: ShopContext): Promise<void> {
  const say = myDataTexts[ctx.language]
  await ctx.show({
    text: html`<b>${say.ask}</b>\n\n${say.askText}`,
    buttons: [
      [{ text: say.yes, press: makePress('eraseyes'), style: 'danger' }],
      [{ text: say.keep, press: makePress('mydata') }],
    ],
  })
}

// If it runs again after a crash, the person is unknown and has no data to delete.
async function eraseData(ctx: ShopContext): Promise<void> {
  const { app, store, customer, language } = ctx
  const say = myDataTexts[language]
  const scope = { accountId: store.accountId, mode: store.mode }
  const cardId = await findOwnCard(app, scope, customer)
  try {
    if (cardId !== null) await eraseCustomer(app, cardId, { ...scope, actor: `customer ${customer.id}` })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'refused_transition') throw error
    await ctx.show({ text: html`${say.isOpen}`, buttons: [menuRow(ctx.t)] })
    return
  }
  await ctx.show({ text: html`${say.done}` })
}
