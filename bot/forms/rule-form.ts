import type { Context } from 'grammy'
import { html } from '../../src/lib/html.ts'
import type { FormContext, PlatformContext } from '../context.ts'
import { type Button, makePress, readPress } from '../telegram/message.ts'
import type { Form } from './form.ts'
import { formatPoint } from './receiving-questions.ts'

/** A question about a rule of a shop. */
export interface RuleQuestion {
  /** The number of the account. */
  shop: number
  rule: string
  /** The id of the zone that the rule belongs to. */
  zone?: string
  question: string
  /** Answers to choose from, in rows of three. */
  offered: string[]
  /** The label of the button that clears the rule; null if the rule is required. */
  clear: string | null
}

interface Ends {
  /** Saves an answer, null for an empty one, and returns the problem with it. */
  save: (ctx: PlatformContext, of: RuleQuestion, text: string | null) => Promise<string | null>
  leave: (ctx: PlatformContext, of: RuleQuestion) => Promise<void>
}

const inRow = 3

/** Asks a merchant for a rule of a shop, typed or by a button, until it can be saved. A button leads back. */
export function ruleForm({ save, leave }: Ends): Form {
  return async (talk, ctx, of: RuleQuestion) => {
    await ctx.say({ text: html`${of.question}`, buttons: makeButtons(ctx, of) })
    for (;;) {
      const answer = readAnswer(of, await talk.wait())
      if (answer === undefined) continue
      if (answer === 'back') {
        await talk.external(outside => leave(outside as unknown as PlatformContext, of))
        return
      }
      const { text } = answer
      const saving = () => talk.external(outside => save(outside as unknown as PlatformContext, of, text))
      const problem = text === '' ? ctx.t.textPlease : await saving()
      if (problem === null) return
      await ctx.say({ text: html`${problem}`, buttons: makeButtons(ctx, of) })
    }
  }
}

/**
 * Returns the answer as typed or pressed. It is null for the button that clears the rule, and undefined for a button of
 * an earlier question.
 */
function readAnswer(
  of: RuleQuestion,
  { message, callbackQuery }: Context,
): { text: string | null } | 'back' | undefined {
  if (!callbackQuery) return { text: message?.location ? formatPoint(message.location) : (message?.text?.trim() ?? '') }
  const pressed = readPress(callbackQuery.data ?? '')?.args[0]
  if (pressed === 'back') return 'back'
  const text = pressedAnswer(of, pressed)
  return text === undefined ? undefined : { text }
}

function pressedAnswer({ offered, clear }: RuleQuestion, pressed = ''): string | null | undefined {
  if (pressed === 'none' && clear !== null) return null
  const [, at] = /^o(\d)$/.exec(pressed) ?? []
  return at === undefined ? undefined : offered[Number(at)]
}

function makeButtons({ t }: Pick<FormContext, 't'>, { offered, clear }: RuleQuestion): Button[][] {
  const answers = offered.map((text, at): Button => ({ text, press: makePress('form', `o${at}`) }))
  const rows = Array.from({ length: Math.ceil(answers.length / inRow) }, (_, at) =>
    answers.slice(at * inRow, (at + 1) * inRow),
  )
  const last: Button[] = clear === null ? [] : [{ text: clear, press: makePress('form', 'none') }]
  return [...rows, [...last, { text: t.back, press: makePress('form', 'back') }]]
}
