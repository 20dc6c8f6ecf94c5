import { html } from '../../src/lib/html.ts'
import type { FormContext, PlatformContext } from '../context.ts'
import { type Button, press, readPress } from '../telegram/message.ts'
import { type CouponTexts, couponTexts } from '../texts/coupon-texts.ts'
import type { Talk } from './checkout-form.ts'
import type { Form } from './form.ts'

type Make = (ctx: PlatformContext, shop: number, text: string) => Promise<string | null>

const code = /^[A-Z0-9-]{3,32}$/i
const worth = /^(\d{1,3}\s?%|(rp\.?\s?)?[\d.]{1,13})$/i
const uses = /^\d{1,7}$/

/**
 * Asks a merchant for a new coupon in three steps, each with a way back: the code, what it takes off, how often. One
 * line with all of it is taken as well. `make` returns what is wrong with a coupon, and the steps begin again.
 */
export function newCouponForm(make: Make): Form {
  return async (talk, ctx, shop: number) => {
    const words = couponTexts[ctx.language]
    const run = (text: string) => talk.external(outside => make(outside as unknown as PlatformContext, shop, text))
    await ctx.say({ text: html`${words.ask}` })
    for (;;) {
      const { message } = await talk.wait()
      const text = message?.text?.trim() ?? ''
      const whole = code.test(text) ? await askTheRest(talk, ctx, text.toUpperCase()) : text
      const problem = whole === null ? words.ask : await run(whole)
      if (problem === null) return
      await ctx.say({ text: html`${problem}` })
    }
  }
}

/** The coupon as one line; null where the merchant went back to its code. */
async function askTheRest(talk: Talk, ctx: FormContext, named: string): Promise<string | null> {
  const words = couponTexts[ctx.language]
  for (;;) {
    const takesOff = await askStep(talk, ctx, {
      question: words.askWorth(named),
      rows: worthButtons(words),
      read: worth,
    })
    if (takesOff === null) return null
    const question = words.askUses(named, takesOff)
    const often = await askStep(talk, ctx, { question, rows: usesButtons(words), read: uses })
    if (often !== null) return often === '0' ? `${named} ${takesOff}` : `${named} ${takesOff} ${often}x`
  }
}

interface Step {
  question: string
  rows: Button[][]
  read: RegExp
}

/** The answer, typed or by a button; null for the way back. */
async function askStep(talk: Talk, ctx: FormContext, { question, rows, read }: Step): Promise<string | null> {
  const words = couponTexts[ctx.language]
  await ctx.say({ text: html`${question}`, buttons: [...rows, [{ text: ctx.t.back, press: press('form', 'back') }]] })
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    const pressed = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
    if (pressed === 'back') return null
    const answer = pressed === undefined ? message?.text?.trim() : typedOf(pressed)
    if (answer !== undefined && read.test(answer)) return answer
    if (!callbackQuery) await ctx.say({ text: html`${words.unread}` })
  }
}

// A button's data holds no percent sign.
function typedOf(pressed: string): string {
  return pressed.startsWith('p') ? `${pressed.slice(1)}%` : pressed.slice(1)
}

function worthButtons(words: CouponTexts): Button[][] {
  const percents = [5, 10, 15, 20].map((each): Button => ({ text: `${each}%`, press: press('form', `p${each}`) }))
  const amounts = [5000, 10_000, 25_000].map(
    (each): Button => ({ text: words.rupiah(each), press: press('form', `a${each}`) }),
  )
  return [percents, amounts]
}

function usesButtons(words: CouponTexts): Button[][] {
  const limited = [10, 50, 100].map((each): Button => ({ text: `${each}×`, press: press('form', `u${each}`) }))
  return [limited, [{ text: words.endless, press: press('form', 'u0') }]]
}
