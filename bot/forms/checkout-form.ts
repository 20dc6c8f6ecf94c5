import type { Conversation } from '@grammyjs/conversations'
import type { Message } from 'grammy/types'
import { findProduct } from '../../src/catalog/find-product.ts'
import { html, lines } from '../../src/lib/html.ts'
import { plainLine } from '../../src/lib/plain-text.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { isPhone } from '../../src/orders/customers/update-customer.ts'
import type { Placing } from '../../src/orders/place-order.ts'
import type { FormContext, ShopContext } from '../context.ts'
import { press, readPress } from '../telegram/message.ts'
import type { Form } from './form.ts'

export type Talk = Conversation<ShopContext, FormContext>

interface Asked {
  asks: ('note' | 'phone' | 'address')[]
  phone: string | null
  address: string | null
  total: number
}

/** The goods that are bought at once, without the cart. */
export interface Only {
  productId: string
  variantId: string
  quantity: number
}

const textMax = 500

/**
 * Collects the data that the goods in the cart require: a phone number, an address, a note. `place` is called with
 * the last answer, and places the order.
 */
export function checkoutForm(place: (ctx: ShopContext, asked: Placing) => Promise<void>): Form {
  return async (talk, ctx, only?: Only) => {
    const asked = await talk.external(outside => readAsked(outside, only))
    const phone = asked.asks.includes('phone') ? await askPhone(talk, ctx, asked.phone) : undefined
    const address = asked.asks.includes('address') ? await askAddress(talk, ctx, asked.address) : undefined
    const note = asked.asks.includes('note') ? await askNote(talk, ctx) : undefined
    await talk.external(outside => place(outside, { phone, address, note, only, expectedTotal: asked.total }))
  }
}

async function readAsked(ctx: ShopContext, only: Only | undefined): Promise<Asked> {
  const { asks, total, customer } = await findCart(ctx.app, ctx.store, ctx.customer.id)
  const { phone, address } = customer
  if (!only) return { asks, phone, address, total }
  const product = await findProduct(ctx.app, ctx.store, only.productId)
  const variant = product.variants.$.find(each => each.publicId === only.variantId)
  return { asks: product.asks, phone, address, total: (variant?.price ?? 0) * only.quantity }
}

export async function askPhone(talk: Talk, ctx: FormContext, known: string | null): Promise<string> {
  if (known !== null) return known
  await ctx.say({ text: html`${ctx.t.askPhone}`, keyboard: { contact: ctx.t.sharePhone, cancel: ctx.t.cancelStep } })
  for (;;) {
    const answer = await talk.wait()
    const { contact, text } = answer.message ?? {}
    if (contact && contact.user_id !== answer.from?.id) {
      await ctx.say({ text: html`${ctx.t.phoneNotYours}` })
      continue
    }
    const phone = contact ? `+${contact.phone_number.replace(/\D/g, '')}` : (text?.trim() ?? '')
    if (isPhone(phone)) {
      await ctx.say({ text: html`${ctx.t.phoneThanks(phone)}`, keyboard: 'remove' })
      return phone
    }
    await ctx.say({ text: html`${ctx.t.phoneWrong}` })
  }
}

export async function askAddress(talk: Talk, ctx: FormContext, known: string | null): Promise<string> {
  await ctx.say(
    known === null
      ? { text: html`${ctx.t.askAddress}` }
      : {
          text: lines(ctx.t.addressKnown(plainLine(known))),
          buttons: [[{ text: ctx.t.useAddress, press: press('form', 'address'), style: 'success' }]],
        },
  )
  return askText(talk, ctx, 'address', known)
}

export async function askNote(talk: Talk, ctx: FormContext, question = ctx.t.askNote): Promise<string> {
  await ctx.say({ text: html`${question}` })
  return askText(talk, ctx, 'note', null)
}

// `kept` is the value of the form's own button; null without one.
async function askText(talk: Talk, ctx: FormContext, field: string, kept: string | null): Promise<string> {
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    const pressed = callbackQuery && readPress(callbackQuery.data ?? '')
    // A button of an earlier question is no answer to this one.
    if (pressed?.args[0] === field && kept !== null) return kept
    const text = textOf(field, message)
    if (text && text.length <= textMax) return text
    if (!pressed) await ctx.say({ text: html`${text ? ctx.t.tooLong(textMax) : ctx.t.textPlease}` })
  }
}

function textOf(field: string, message: Message | undefined): string | undefined {
  return field === 'address' && message?.location ? pointOf(message.location) : message?.text?.trim()
}

/** A shared location as an address that a courier can open. */
export function pointOf({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const point = `${latitude.toFixed(6)},${longitude.toFixed(6)}`
  return `📍 ${point} https://maps.google.com/?q=${point}`
}
