import type { FormContext, PlatformContext } from '../../../../bot/context.ts'
import type { FormConversation } from '../../../../bot/forms/checkout-form.ts'
import type { Form } from '../../../../bot/forms/form.ts'
import { type Button, makePress, readPress } from '../../../../bot/telegram/message.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import { readRupiah } from '../../../lib/amounts/read-rupiah.js'
import { type Html, html } from '../../../lib/html.ts'
import { type CouponTexts, couponTexts } from '../texts/coupon-chat-texts.ts'

/** A term of a coupon, with its button and its question. */
export interface Term {
  key: string
  button: string
  question: string
  /** Whether only coupons with a percentage have it: a fixed amount has no maximum discount. */
  isOfPercent: boolean
}

/** The answered terms of a coupon by key, each in its stored and its displayed form. */
export type AnsweredTerms = Record<string, { value: string; shown: string }>

export type TermReading = { value: string; shown: string } | { problem: string }

interface Doing {
  list: (language: Language) => Term[]
  /** Creates the coupon of a line such as `HEMAT10 10% 50x`; returns the problem if it has one. */
  make: (ctx: PlatformContext, shop: number, line: string, terms: AnsweredTerms) => Promise<string | null>
  read: (ctx: PlatformContext, shop: number, key: string, text: string) => Promise<TermReading>
}

const code = /^[A-Z0-9-]{3,32}$/i
const isWorth = (text: string) => /^\d{1,3}\s?%$/.test(text) || !Number.isNaN(readRupiah(text))
const isUses = (text: string) => /^\d{1,7}$/.test(text)

/**
 * The form for a new coupon: the code, the discount and the number of uses in three steps, each with a way back, then
 * any number of terms. A single line with all three is accepted as well.
 */
export function newCouponForm({ list, make, read }: Doing): Form {
  return async (talk, ctx, shop: number) => {
    const words = couponTexts[ctx.language]
    const run = (line: string, terms: AnsweredTerms) =>
      talk.external(outside => make(outside as unknown as PlatformContext, shop, line, terms))
    const asking: Asking = {
      terms: list(ctx.language),
      read: (key, text) => talk.external(outside => read(outside as unknown as PlatformContext, shop, key, text)),
    }
    const back: Button = { text: ctx.t.back, press: makePress('coupons', shop) }
    await ctx.say({ text: html`${words.ask}`, buttons: [[back]] })
    for (;;) {
      const { message } = await talk.wait()
      const text = message?.text?.trim() ?? ''
      const asked = code.test(text)
        ? await askTheRest(talk, ctx, text.toUpperCase(), asking)
        : { line: text, terms: {} }
      const problem = asked === null ? words.ask : await run(asked.line, asked.terms)
      if (problem === null) return
      await ctx.say({ text: html`${problem}`, buttons: [[back]] })
    }
  }
}

interface Asking {
  terms: Term[]
  read: (key: string, text: string) => Promise<TermReading>
}

/**
 * Asks for the remaining steps. Returns the coupon as a line and its terms; null if the merchant went back to the code.
 */
async function askTheRest(
  talk: FormConversation,
  ctx: FormContext,
  named: string,
  asking: Asking,
): Promise<{ line: string; terms: AnsweredTerms } | null> {
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
    const terms = await askTerms(talk, ctx, line, asking)
    if (terms !== null) return { line, terms }
  }
}

/** Asks for the terms, each by its button; null if the merchant went back. */
async function askTerms(
  talk: FormConversation,
  ctx: FormContext,
  line: string,
  { terms, read }: Asking,
): Promise<AnsweredTerms | null> {
  const answers: AnsweredTerms = {}
  const offered = terms.filter(({ isOfPercent }) => !isOfPercent || line.includes('%'))
  const question = () => termsQuestion(ctx, line, { terms: offered, answers })
  await ctx.say(question())
  for (;;) {
    const { callbackQuery } = await talk.wait()
    const pressed = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
    if (pressed === 'back') return null
    if (pressed === 'make') return answers
    const term = offered.find(({ key }) => key === pressed)
    if (term) await askTerm(talk, ctx, { term, answers, read })
    if (term || !callbackQuery) await ctx.say(question())
  }
}

function termsQuestion(
  ctx: FormContext,
  line: string,
  { terms, answers }: { terms: Term[]; answers: AnsweredTerms },
): { text: Html; buttons: Button[][] } {
  const words = couponTexts[ctx.language]
  const chosen = terms.flatMap(({ key, button }) => {
    const answer = answers[key]
    return answer ? [html`\n• ${button}: ${answer.shown}`] : []
  })
  const buttons = terms.map(({ key, button }): Button => {
    return { text: `${answers[key] ? '✅' : '➕'} ${button}`, press: makePress('form', key) }
  })
  const rows = Array.from({ length: Math.ceil(buttons.length / 2) }, (_, row) => buttons.slice(2 * row, 2 * row + 2))
  return {
    text: html`🎟 <b>${line}</b>${chosen}\n\n${words.askTerms}`,
    buttons: [
      [{ text: words.makeNow, press: makePress('form', 'make'), style: 'success' }],
      ...rows,
      [{ text: ctx.t.back, press: makePress('form', 'back') }],
    ],
  }
}

interface AskedTerm extends Pick<Asking, 'read'> {
  term: Term
  answers: AnsweredTerms
}

/** Asks for one term, which a button removes again. */
async function askTerm(talk: FormConversation, ctx: FormContext, { term, answers, read }: AskedTerm): Promise<void> {
  const words = couponTexts[ctx.language]
  const { key, question } = term
  const buttons: Button[][] = [
    [
      ...(answers[key] ? [{ text: words.noTerm, press: makePress('form', 'none') }] : []),
      { text: ctx.t.back, press: makePress('form', 'back') },
    ],
  ]
  await ctx.say({ text: html`${question}`, buttons })
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    const pressed = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
    if (pressed === 'none') delete answers[key]
    if (pressed === 'none' || pressed === 'back') return
    const text = message?.text?.trim()
    if (text === undefined) continue
    const reading = await read(key, text)
    if (!('problem' in reading)) {
      answers[key] = reading
      return
    }
    await ctx.say({ text: html`${reading.problem}`, buttons })
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
