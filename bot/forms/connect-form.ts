import { html, renderLines } from '../../src/lib/html.ts'
import type { FormContext, PlatformContext } from '../context.ts'
import { makePress, readPress } from '../telegram/message.ts'
import { connectTexts } from '../texts/connect-texts.ts'
import { askText } from './ask-text.ts'
import type { FormConversation } from './checkout-form.ts'
import type { Form } from './form.ts'

/** A field for which a merchant is asked in the chat. */
interface AskedField {
  name: string
  label: string
  isSecret: boolean
}

/** The connection that a merchant is creating, and its questions, as JSON. */
export interface ConnectQuestion {
  accountId: number
  connector: string
  door: string | null
  fields: AskedField[]
  /** Whether the sandbox can fill in the fields. */
  hasExample: boolean
}

/** A merchant's answers. The last message may contain secrets, and is deleted. */
export interface ConnectAnswers {
  values: Record<string, string>
  /** The message that contains the secrets; null if it has none. */
  secrets: { text: string; messageId: number } | null
  isExample: boolean
}

/** The reason why a connection was not created, and whether the questions before the secrets are asked again too. */
export interface ConnectProblem {
  sentence: string
  fromStart: boolean
}

const valueMax = 1000

/**
 * Asks for the fields of a kind of connection until `connect` creates it. The message with the secrets is the last
 * answer, and the form forgets it immediately: it returns to its question, or ends.
 */
export function connectForm(
  connect: (ctx: PlatformContext, question: ConnectQuestion, answers: ConnectAnswers) => Promise<ConnectProblem | null>,
): Form {
  return async (talk, ctx, question: ConnectQuestion) => {
    const { fields } = question
    const start = talk.checkpoint()
    const values: Record<string, string> = {}
    for (const { name, label } of fields.filter(({ isSecret }) => !isSecret)) {
      values[name] = await askText(talk, ctx, connectTexts[ctx.language].ask(label), valueMax)
    }
    const beforeSecrets = talk.checkpoint()
    const answers = { values, ...(await askSecrets(talk, ctx, question)) }
    const problem = await talk.external(outside => connect(outside as unknown as PlatformContext, question, answers))
    if (problem === null) return
    await ctx.say({ text: renderLines(problem.sentence) })
    await talk.rewind(problem.fromStart ? start : beforeSecrets)
  }
}

async function askSecrets(
  talk: FormConversation,
  ctx: FormContext,
  { fields, hasExample }: ConnectQuestion,
): Promise<Omit<ConnectAnswers, 'values'>> {
  const words = connectTexts[ctx.language]
  const names = fields.filter(({ isSecret }) => isSecret).map(({ label }) => label)
  if (names.length === 0) return { secrets: null, isExample: false }
  const question = names.length > 1 ? words.pasteLines : words.paste
  await ctx.say({
    text: html`${question(names.join(', '))}`,
    buttons: hasExample ? [[{ text: words.example, press: makePress('form', 'example') }]] : [],
  })
  const { message, callbackQuery } = await talk.wait()
  const [chosen] = readPress(callbackQuery?.data ?? '')?.args ?? []
  const secrets = message ? { text: message.text ?? '', messageId: message.message_id } : null
  return { secrets, isExample: hasExample && chosen === 'example' }
}
