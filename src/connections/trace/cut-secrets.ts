import type { Connector } from '../../connectors/connector.ts'
import { removeSecrets } from '../../lib/same-text.ts'
import type { Exchange } from './exchange.ts'

/** The connector and credentials of an exchange. */
export interface Speaker {
  connector: Connector
  credentials: unknown
}

const textMax = 16_384
const cut = '[cut]'

/** Returns an exchange with every secret, token and phone number replaced by a word. */
export function cutSecrets({ connector, credentials }: Speaker, exchange: Exchange): Exchange {
  const secrets = [...findSecrets(connector, credentials), ...tokensIn(exchange)]
  const clean = (text: string) => {
    const known = removeSecrets(connector.scrub(credentials, text), secrets)
    return known
      .replaceAll(secretFields, `$1"${cut}"`)
      .replaceAll(parameters, cutParameter)
      .replaceAll(phones, '[phone]')
  }
  const cleanBody = (text: string) => clean(text).slice(0, textMax)
  const { answer, problem } = exchange
  // A phone's notifications contain private text: unreadable ones are stored elsewhere, under their own rules.
  const isPrivate = exchange.direction === 'in' && connector.traits.needsForwarder
  return {
    ...exchange,
    address: clean(exchange.address),
    headers: Object.fromEntries(
      Object.entries(exchange.headers).map(([name, value]) => [name, secretHeaders.test(name) ? cut : clean(value)]),
    ),
    stringsToSign: isPrivate ? [] : exchange.stringsToSign.map(cleanBody),
    body: cleanBody(isPrivate ? withoutWords(exchange.body) : exchange.body),
    answer: answer && { ...answer, body: cleanBody(answer.body) },
    problem: problem === null ? null : clean(problem),
  }
}

const secretNames = /secret|token|password|pin$|private|(^|_)key$/i
const secretHeaders = /authorization|cookie|api-?key|token|secret|password/i
const secretFields =
  /("(?:(?=[^"\\]*(?:token|secret|password|otp|api_?key|private_?key))[^"\\]*|pin)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi
const parameters = /[^&\s"]+/g
const secretParameter = /token|secret|password|otp|api_?key/i
const phones = /(?<![A-Za-z0-9.])(?:\+?62|0)[ .-]?8\d{1,3}(?:[ .-]?\d{3,4}){2,3}(?![A-Za-z0-9])/g

/**
 * Returns `?token=abc` without its value. A name starts at the beginning of the text, or after a question mark or
 * ampersand.
 */
function cutParameter(parameter: string, index: number, text: string): string {
  let from = 0
  for (const before of parameter.split('=').slice(0, -1)) {
    const isBegun = from === 0 && (index === 0 || text[index - 1] === '&')
    const name = isBegun ? before : (/\?(.*)/s.exec(before)?.[1] ?? '')
    from += before.length + 1
    if (secretParameter.test(name)) return `${parameter.slice(0, from)}${cut}`
  }
  return parameter
}

function findSecrets({ form }: Connector, credentials: unknown): string[] {
  const typed = new Set(form.filter(({ kind }) => kind === 'password').map(({ name }) => name))
  return Object.entries(credentials as Record<string, unknown>).flatMap(([name, value]) => {
    const isSecret = (typed.has(name) || secretNames.test(name)) && !/public/.test(name)
    if (!isSecret || typeof value !== 'string' || value === '') return []
    // A multi-line key appears in a JSON body with its line breaks written as \n.
    return [value, JSON.stringify(value).slice(1, -1)]
  })
}

// The signed text repeats the token of the header.
function tokensIn({ headers }: Exchange): string[] {
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  const token = value?.split(' ').at(-1)
  return token ? [token] : []
}

const factNames = /package|app|time|date|when|stamp|amount|nonce|event|type|currency|version|^id$/i

const factMax = 60
const isFact = (name: string, value: string) => factNames.test(name) && value.length <= factMax

/** Returns the fields of a notification, with its texts replaced by their length. */
function withoutWords(body: string): string {
  try {
    const hideWords = (name: string, value: unknown) =>
      typeof value === 'string' && !isFact(name, value) ? `[${value.length} characters]` : value
    return JSON.stringify(JSON.parse(body, hideWords))
  } catch {
    return `[${body.length} characters]`
  }
}
