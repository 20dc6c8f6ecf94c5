import type { FormContext, PlatformContext } from '../../../../bot/context.ts'
import type { FormConversation } from '../../../../bot/forms/checkout-form.ts'
import type { Form } from '../../../../bot/forms/form.ts'
import { type Button, makePress, readPress } from '../../../../bot/telegram/message.ts'
import { readRupiah } from '../../../lib/amounts/read-rupiah.js'
import { type Html, html } from '../../../lib/html.ts'
import { type CouponTexts, couponTexts } from './coupon-texts.ts'

const termNames = ['min', 'most', 'from', 'until', 'each', 'products'] as const
type TermName = (typeof termNames)[number]

/** The answered terms of a coupon, each in its stored and its displayed form. */
export type TypedTerms = Partial<Record<TermName, { value: string; shown: string }>>

export type TermReading = { value: string; shown: string } | { problem: string }

interface Doing {
  /** Creates the coupon of a line such as `HEMAT10 10% 50x`; returns the problem if it has one. */
  make: (ctx: PlatformContext, shop: number, line: string, terms: TypedTerms) => Promise<string | null>
  read: (ctx: PlatformContext, shop: number, term: TermName, text: string) => Promise<TermReading>
}

const code = /^[A-Z0-9-]{3,32}$/i
const isWorth = (text: string) => /^\d{1,3}\s?%$/.test(text) || !Number.isNaN(readRupiah(text))
const isUses = (text: string) => /^\d{1,7}$/.test(text)

/**
 * The form for a new coupon: the code, the discount and the number of uses in three steps, each with a way back, then
 * any number of terms. A single line with all three is accepted as well.
 */
export function newCouponForm({ make, read }: Doing): Form {
  return async (talk, ctx, shop: number) => {
    const words = couponTexts[ctx.language]
    const run = (line: string, terms: TypedTerms) =>
      talk.external(outside => make(outside as unknown as PlatformContext, shop, line, terms))
    const readTerm = (term: TermName, text: string) =>
      talk.external(outside => read(outside as unknown as PlatformContext, shop, term, text))
    const back: Button = { text: ctx.t.back, press: makePress('coupons', shop) }
    await ctx.say({ text: html`${words.ask}`, buttons: [[back]] })
    for (;;) {
      const { message } = await talk.wait()
      const text = message?.text?.trim() ?? ''
      const asked = code.test(text)
        ? await askTheRest(talk, ctx, text.toUpperCase(), readTerm)
        : { line: text, terms: {} }
      const problem = asked === null ? words.ask : await run(asked.line, asked.terms)
      if (problem === null) return
      await ctx.say({ text: html`${problem}`, buttons: [[back]] })
    }
  }
}

type Reader = (term: TermName, text: string) => Promise<TermReading>

/**
 * Asks for the remaining steps. Returns the coupon as a line and its terms; null if the merchant went back to the code.
 */
async function askTheRest(
  talk: FormConversation,
  ctx: FormContext,
  named: string,
  read: Reader,
): Promise<{ line: string; terms: TypedTerms } | null> {
  const words = couponTexts[ctx.language]
  for (;;) {
    const takesOff = await askStep(talk, ctx, {
      question: words.askWorth(named),
      rows: worthButtons(words),
      isRead: isWorth,
    })
    if (takesOff === null) return null
    const question = words.askUses(named, takesOff)
    const often = await askStep(talk, ctx, { question, rows: usesButtons(words), isRead: isUses })
    if (often === null) continue
    const line = often === '0' ? `${named} ${takesOff}` : `${named} ${takesOff} ${often}x`
    const terms = await askTerms(talk, ctx, line, read)
    if (terms !== null) return { line, terms }
  }
}

/** Asks for the terms, each by its button; null if the merchant went back. */
async function askTerms(
  talk: FormConversation,
  ctx: FormContext,
  line: string,
  read: Reader,
): Promise<TypedTerms | null> {
  const terms: TypedTerms = {}
  await ctx.say(termsQuestion(ctx, line, terms))
  for (;;) {
    const { callbackQuery } = await talk.wait()
    const pressed = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
    if (pressed === 'back') return null
    if (pressed === 'make') return terms
    const term = termNames.find(each => each === pressed)
    if (term) await askTerm(talk, ctx, { term, terms, read })
    if (term || !callbackQuery) await ctx.say(termsQuestion(ctx, line, terms))
  }
}

function termsQuestion(ctx: FormContext, line: string, terms: TypedTerms): { text: Html; buttons: Button[][] } {
  const words = couponTexts[ctx.language]
  const chosen = termNames.flatMap(term => {
    const told = terms[term]
    return told ? [html`\n• ${words.terms[term]}: ${told.shown}`] : []
  })
  // A fixed amount has no maximum discount.
  const offered = termNames.filter(term => term !== 'most' || line.includes('%'))
  const buttons = offered.map((term): Button => {
    return { text: `${terms[term] ? '✅' : '➕'} ${words.terms[term]}`, press: makePress('form', term) }
  })
  return {
    text: html`🎟 <b>${line}</b>${chosen}\n\n${words.askTerms}`,
    buttons: [
      [{ text: words.makeNow, press: makePress('form', 'make'), style: 'success' }],
      ...[0, 2, 4].map(at => buttons.slice(at, at + 2)),
      [{ text: ctx.t.back, press: makePress('form', 'back') }],
    ],
  }
}

interface AskedTerm {
  term: TermName
  terms: TypedTerms
  read: Reader
}

/** Asks for one term, which a button removes again. */
async function askTerm(talk: FormConversation, ctx: FormContext, { term, terms, read }: AskedTerm): Promise<void> {
  const words = couponTexts[ctx.language]
  const buttons: Button[][] = [
    [
      ...(terms[term] ? [{ text: words.noTerm, press: makePress('form', 'none') }] : []),
      { text: ctx.t.back, press: makePress('form', 'back') },
    ],
  ]
  await ctx.say({ text: html`${words.askTerm[term]}`, buttons })
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    const pressed = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
    if (pressed === 'none') delete terms[term]
    if (pressed === 'none' || pressed === 'back') return
    const text = message?.text?.trim()
    if (text === undefined) continue
    const told = await read(term, text)
    if (!('problem' in told)) {
      terms[term] = told
      return
    }
    await ctx.say({ text: html`${told.problem}`, buttons })
  }
}

interface Step {
  question: string
  rows: Button[][]
  isRead: (text: string) => boolean
}

/** Returns the answer, typed or by a button; null if the merchant went back. */
async function askStep(
  talk: FormConversation,
  ctx: FormContext,
  { question, rows, isRead }: Step,
): Promise<string | null> {
  const words = couponTexts[ctx.language]
  await ctx.say({
    text: html`${question}`,
    buttons: [...rows, [{ text: ctx.t.back, press: makePress('form', 'back') }]],
  })
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    const pressed = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
    if (pressed === 'back') return null
    const answer = pressed === undefined ? message?.text?.trim() : readPressed(pressed)
    if (answer !== undefined && isRead(answer)) return answer
    if (!callbackQuery) await ctx.say({ text: html`${words.unread}` })
  }
}

// A button's data cannot contain a percent sign.
function readPressed(pressed: string): string {
  return pressed.startsWith('p') ? `${pressed.slice(1)}%` : pressed.slice(1)
}

function worthButtons(words: CouponTexts): Button[][] {
  const percents = [5, 10, 15, 20].map((each): Button => ({ text: `${each}%`, press: makePress('form', `p${each}`) }))
  const amounts = [5000, 10_000, 25_000].map(
    (each): Button => ({ text: words.rupiah(each), press: makePress('form', `a${each}`) }),
  )
  return [percents, amounts]
}

function usesButtons(words: CouponTexts): Button[][] {
  const limited = [10, 50, 100].map((each): Button => ({ text: `${each}×`, press: makePress('form', `u${each}`) }))
  return [limited, [{ text: words.endless, press: makePress('form', 'u0') }]]
}
