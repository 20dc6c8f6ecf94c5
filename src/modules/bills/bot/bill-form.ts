import type { FormContext, PlatformContext } from '../../../../bot/context.ts'
import { askText } from '../../../../bot/forms/ask-text.ts'
import type { FormConversation } from '../../../../bot/forms/checkout-form.ts'
import type { Form } from '../../../../bot/forms/form.ts'
import { makePress, readPress } from '../../../../bot/telegram/message.ts'
import { html } from '../../../lib/html.ts'
import { billTexts } from '../texts/bill-chat-texts.ts'

/** A bill as the merchant typed it. */
export interface BillInput {
  amount: number
  title: string
}

interface Shop {
  id: number
  name: string
}

interface BillQuestion {
  /** The text after the command; empty if there was not any. */
  line: string
  /** The shops to choose from; empty if the shop is known. */
  shops: Shop[]
}

/** Asks a merchant for the amount of a bill and its purpose, and for the shop if they have several. */
export function billForm(
  read: (line: string) => BillInput | null,
  make: (ctx: PlatformContext, shop: number, bill: BillInput) => Promise<void>,
): Form {
  return async (talk, ctx, { line, shops }: BillQuestion) => {
    let bill = read(line)
    while (bill === null) bill = read(await askText(talk, ctx, billTexts[ctx.language].how))
    const typed = bill
    const shop = shops.length > 1 ? await askShop(talk, ctx, shops) : shops[0]!
    await talk.external(outside => make(outside as unknown as PlatformContext, shop.id, typed))
  }
}

async function askShop(talk: FormConversation, ctx: FormContext, shops: Shop[]): Promise<Shop> {
  const buttons = shops.map(({ id, name }) => [{ text: name, press: makePress('form', 'shop', id) }])
  const question = { text: html`${billTexts[ctx.language].whichShop}`, buttons }
  await ctx.say(question)
  for (;;) {
    const { callbackQuery } = await talk.wait()
    const [field, id] = readPress(callbackQuery?.data ?? '')?.args ?? []
    const shop = field === 'shop' ? shops.find(one => String(one.id) === id) : undefined
    if (shop) return shop
    if (!callbackQuery) await ctx.say(question)
  }
}
