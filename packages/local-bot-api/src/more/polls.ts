import { randomBytes, randomInt } from 'node:crypto'
import { badRequest } from '../bot-api-error.ts'
import { parseFormattedText } from '../formatted-text.ts'
import type { Json } from '../messages.ts'
import { makeParams, type Params } from '../params.ts'

const questionMax = 300
const optionMax = 100
const optionsMax = 12
const explanationMax = 200
const openSecondsMin = 5
const openSecondsMax = 2_628_000

/** Returns the poll that the parameters of `sendPoll` describe. */
export function buildPollBody(params: Params): Json {
  const question = textPart(params, 'question', questionMax)
  if (question === undefined) throw badRequest('poll question must be non-empty')
  const options = pollOptions(params.json('options'))
  const type = params.text('type') ?? 'regular'
  if (type !== 'regular' && type !== 'quiz') throw badRequest('unsupported poll type specified')
  const isQuiz = type === 'quiz'
  return {
    poll: {
      id: `5${randomInt(2 ** 47)}`,
      ...question,
      options,
      total_voter_count: 0,
      is_closed: params.flag('is_closed'),
      is_anonymous: params.text('is_anonymous') === undefined || params.flag('is_anonymous'),
      type,
      allows_multiple_answers: params.flag('allows_multiple_answers'),
      allows_revoting: params.text('allows_revoting') === undefined ? !isQuiz : params.flag('allows_revoting'),
      members_only: params.flag('members_only'),
      ...(isQuiz && { correct_option_ids: correctOptions(params, options.length) }),
      ...(isQuiz && textPart(params, 'explanation', explanationMax)),
      ...readLife(params),
    },
  }
}

/** Returns a text of a poll with its entities; undefined if it is missing. */
function textPart(params: Params, name: string, charactersMax: number): Json | undefined {
  const part = parseFormattedText(params, name, { mode: `${name}_parse_mode`, entities: `${name}_entities` })
  if (part === undefined || part.text === '') return undefined
  if ([...part.text].length > charactersMax) throw badRequest(`poll ${name} length must not exceed ${charactersMax}`)
  // Telegram keeps only custom emoji, except in an explanation.
  const entities = part.entities.filter(({ type }) => name === 'explanation' || type === 'custom_emoji')
  return { [name]: part.text, ...(entities.length > 0 && { [`${name}_entities`]: entities }) }
}

function pollOptions(value: unknown): Json[] {
  if (!Array.isArray(value)) throw badRequest("can't parse options JSON object")
  if (value.length === 0) throw badRequest('poll must have at least 1 option')
  if (value.length > optionsMax) throw badRequest(`poll can't have more than ${optionsMax} options`)
  return value.map(option => {
    // Libraries of older versions send only the texts.
    const own = typeof option === 'object' && option !== null ? (option as Json) : { text: option }
    const part = textPart(makeParams(own, new Map()), 'text', optionMax)
    if (part === undefined) throw badRequest('poll options must be non-empty')
    return { persistent_id: randomBytes(6).toString('hex'), ...part, voter_count: 0 }
  })
}

function correctOptions(params: Params, count: number): number[] {
  const one = params.integer('correct_option_id')
  const given = params.json('correct_option_ids') ?? (one === undefined ? undefined : [one])
  if (!Array.isArray(given) || given.length === 0) throw badRequest('quiz must have a correct answer option')
  const ids = given.map(Number)
  const isRising = ids.every((id, index) => index === 0 || id > ids[index - 1]!)
  if (!isRising || !ids.every(id => Number.isInteger(id) && id >= 0 && id < count)) {
    throw badRequest('wrong correct option ID specified')
  }
  return ids
}

function readLife(params: Params): Json {
  const open_period = params.integer('open_period')
  const close_date = params.integer('close_date')
  if (open_period !== undefined && (open_period < openSecondsMin || open_period > openSecondsMax)) {
    throw badRequest('wrong open period specified')
  }
  return { ...(open_period !== undefined && { open_period }), ...(close_date !== undefined && { close_date }) }
}

/** The highest value of each animation, as the Bot API lists them. */
const diceMax: Record<string, number> = { '🎲': 6, '🎯': 6, '🎳': 6, '🏀': 5, '⚽': 5, '🎰': 64 }

/** Returns the throw of dice that the parameters of `sendDice` describe. */
export function buildDiceBody(params: Params): Json {
  const emoji = (params.text('emoji') ?? '🎲').replaceAll('\uFE0F', '')
  const max = Object.hasOwn(diceMax, emoji) ? diceMax[emoji]! : undefined
  if (max === undefined) throw badRequest('wrong dice emoji specified')
  return { dice: { emoji, value: randomInt(1, max + 1) } }
}
