import pino from 'pino'
import { toPlainLine } from './plain-text.ts'

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Creates the log: one JSON line per event, on standard output. Whatever looks like a key, a token or a secret is
 * masked in every text.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: writeTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: line => `${maskSecrets(toPlainLine(line.trimEnd()))}\n` },
    },
    destination ?? inBatches(pino.destination({ dest: 1, sync: true })),
  )
  return logger
}

let timeOfSecond = { second: Number.NaN, text: '' }

/** Returns pino's field with the time in ISO 8601. Only the milliseconds are formatted for each line. */
function writeTime(): string {
  const now = Date.now()
  const second = Math.floor(now / 1000)
  // Up to the point before the milliseconds.
  if (second !== timeOfSecond.second) timeOfSecond = { second, text: new Date(now).toISOString().slice(0, 20) }
  return `,"time":"${timeOfSecond.text}${String(now - second * 1000).padStart(3, '0')}Z"`
}

const batchCharactersMax = 65_536

/**
 * Writes the lines of one turn of the event loop at once, because many requests are answered in it. Pending lines are
 * written before the process ends; a killed process loses only the lines of that turn.
 */
function inBatches(destination: pino.DestinationStream): pino.DestinationStream {
  let waiting = ''
  const flush = () => {
    const lines = waiting
    waiting = ''
    if (lines !== '') destination.write(lines)
  }
  process.on('exit', flush)
  return {
    write(line) {
      if (waiting === '') setImmediate(flush)
      waiting += line
      if (waiting.length >= batchCharactersMax) flush()
    },
  }
}

const pathCharactersMax = 200

/** Returns the part of a request's path that is logged: enough to recognise it, but of limited length. */
export function toLoggedPath(path: string): string {
  return path.length <= pathCharactersMax ? path : `${path.slice(0, pathCharactersMax)}… (${path.length} characters)`
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

// Errors are described, never dumped: a grammY error contains the bot's token, and a provider's error its full address.
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const code = (error as { code?: unknown }).code
  return { name, message, ...(code === undefined ? {} : { code }), stack }
}

const secrets: [RegExp, string][] = [
  [/wrg_(live|test)_[0-9A-Za-z]+/g, 'wrg_$1_[masked]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[masked]'],
  // Telegram's addresses contain `/bot123456:...`. The search begins only at a number's first digit: otherwise each
  // digit of a long number starts its own search, which takes a second for 30,000 of them.
  [/(?<!\d)(\d{5,}):[A-Za-z0-9_-]{30,}/g, '$1:[masked]'],
  [/([?&](?:api_?key|token|secret|password)=)[^&\s"\\]+/gi, '$1[masked]'],
  // The code that pairs a phone.
  [/(\/forwarder\?)[^\s"\\]+/g, '$1[masked]'],
  // These addresses grant access to an order with its keys, or to a receipt. The router accepts capitals and escapes in
  // them.
  [/(\/o\/+|\/receipt\/+)[^/?\s"\\]+/gi, '$1[masked]'],
  // The session of a Mini App.
  [/(\/t\/+\d+\/+)(?!enter\b)[^/?\s"\\]+/gi, '$1[masked]'],
]

/** Two of the parts of which every secret has one. A single pattern for all of them would take five times as long. */
const addressOrQuery = /[?&]|\/(?:o|receipt|t)\//i
const tokenOfBot = /\d{5}:/

/** Returns whether a text has a part that every secret has, and hardly any line of the log. */
function mayHoldSecret(text: string): boolean {
  return text.includes('wrg_') || text.includes('whsec_') || addressOrQuery.test(text) || tokenOfBot.test(text)
}

export function maskSecrets(text: string): string {
  if (!mayHoldSecret(text)) return text
  let masked = text
  for (const [pattern, replacement] of secrets) masked = masked.replace(pattern, replacement)
  return masked
}
