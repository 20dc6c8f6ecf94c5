import type { AttemptOutcome } from '../../callbacks/post-callback.ts'
import type { OutwardCatalogue } from '../../events/outward.ts'
import type { EndpointFormat } from './webhook-formats.ts'

type ChatFormat = Exclude<EndpointFormat, 'json'>

interface ChatEvent {
  type: string
  mode: 'live' | 'test'
  data: Record<string, unknown>
}

interface Chat {
  /** The maximum number of characters in a message; the number of omitted events is stated. */
  lengthMax: number
  /** The pause between two messages that the service requires, in seconds. */
  restS: number
  /** Neutralises characters that would format a text, or mention people. */
  escape(text: string): string
  link(text: string, address: string): string
  request(text: string): { headers: Record<string, string>; body: string }
  /** The statuses with which the service reports that the chat is permanently closed. */
  gone: readonly number[]
}

const json = { 'Content-Type': 'application/json', 'User-Agent': 'Warung/1 (event)' }

// An invisible character prevents names of people and sites from passing for the real ones, and from becoming links.
const withoutLinks = (text: string) =>
  text
    .replaceAll('@', '@\u2060')
    .replaceAll('://', ':\u2060//')
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '.\u2060')

// Slack cannot escape these characters; their wide forms have no special meaning.
const wideForms: Record<string, string> = { '*': '＊', _: '＿', '~': '～', '`': '｀' }
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const chats: Record<ChatFormat, Chat> = {
  telegram: {
    lengthMax: 4096,
    // Twenty messages a minute for a group.
    restS: 3,
    // Sent as plain text.
    escape: withoutLinks,
    link: (text, address) => `${text} ${address}`,
    request: body => ({ headers: {}, body }),
    // For Telegram, this is decided when the message is sent.
    gone: [],
  },
  discord: {
    lengthMax: 2000,
    restS: 2,
    escape: text => text.replace(/[\\`*_~|<>@#:[\]()-]/g, '\\$&'),
    link: (text, address) => `${text} <${address}>`,
    // Names of people and roles in a text must not notify them.
    request: content => ({ headers: json, body: JSON.stringify({ content, allowed_mentions: { parse: [] } }) }),
    gone: [401, 403, 404],
  },
  slack: {
    lengthMax: 3000,
    restS: 1,
    // Source: docs.slack.dev, "Formatting message text": three characters are escaped, four format text, and links are
    // detected.
    escape: text => withoutLinks(text).replace(/[&<>*_~`]/g, sign => entities[sign] ?? wideForms[sign]!),
    link: (text, address) => `${text} <${address}>`,
    request: text => ({ headers: json, body: JSON.stringify({ text }) }),
    gone: [403, 404],
  },
  ntfy: {
    lengthMax: 1000,
    restS: 5,
    // Plain text, in which its apps detect links.
    escape: withoutLinks,
    link: (text, address) => `${text} ${address}`,
    request: body => ({
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'User-Agent': 'Warung/1 (event)', Title: 'Warung' },
      body,
    }),
    gone: [],
  },
}

export interface Audience {
  language: 'id' | 'en'
  /** The address of this installation, for links. */
  baseUrl: string
  outward: OutwardCatalogue
}

/**
 * Returns one message with waiting events for a chat, each a sentence with a link, within the limits of its service.
 * `bodies` are the envelopes.
 */
export function writeChatMessage(
  format: ChatFormat,
  audience: Audience,
  bodies: string[],
): { headers: Record<string, string>; body: string } {
  const chat = chats[format]
  const lines = bodies.map(body => writeLine(chat, audience, JSON.parse(body) as ChatEvent))
  for (let shown = lines.length; shown > 0; shown--) {
    const left = lines.length - shown
    const text = [...lines.slice(0, shown), ...(left > 0 ? [moreText[audience.language](left)] : [])].join('\n')
    if (text.length <= chat.lengthMax) return chat.request(text)
  }
  return chat.request(lines[0]!.slice(0, chat.lengthMax).toWellFormed())
}

function writeLine(chat: Chat, { language, baseUrl, outward }: Audience, { type, mode, data }: ChatEvent): string {
  const sentence = outward.findTexts(type).sentence[language](data)
  const said = sentence.replaceAll(/\s+/g, ' ').slice(0, sentenceMax).toWellFormed()
  const line = chat.escape((mode === 'test' ? testText[language] : '') + said)
  if (typeof data.payment_url === 'string') return chat.link(line, data.payment_url)
  // Members of the team see other objects in the dashboard.
  const page = outward.subjects[type.split('.')[0]!]?.page
  if (!page) return line
  const key = page.keyField === undefined ? undefined : data[page.keyField]
  const one = typeof key === 'string' ? `/${encodeURIComponent(key)}` : ''
  return chat.link(line, `${baseUrl}/dashboard/${page.path}${one}`)
}

const moreText = { id: (count: number) => `… dan ${count} lagi`, en: (count: number) => `… and ${count} more` }
const testText = { id: '[uji] ', en: '[test] ' }
const sentenceMax = 300

/** Returns the meaning of an answer from a chat's service, if it differs from the general one. */
export function judgeChat(
  format: ChatFormat,
  judged: Omit<AttemptOutcome, 'durationMs'>,
): Omit<AttemptOutcome, 'durationMs'> {
  if (judged.status !== null && chats[format].gone.includes(judged.status)) {
    return { ...judged, error: 'the chat takes no messages any more', next: 'stopped' }
  }
  if (judged.status !== 429) return judged
  return { ...judged, retryAfterS: Math.max(judged.retryAfterS ?? 0, readRetryAfter(judged.response)) }
}

// Discord states it in the body, with fractions of a second.
function readRetryAfter(response: string | null): number {
  const [, seconds] = /"retry_after":\s*(\d{1,6}(?:\.\d+)?)/.exec(response ?? '') ?? []
  return seconds === undefined ? 0 : Math.ceil(Number(seconds))
}

/** Returns the seconds to pause after a message to a chat. */
export function computeRestS(format: EndpointFormat, { retryAfterS = 0 }: Pick<AttemptOutcome, 'retryAfterS'>): number {
  return format === 'json' ? 0 : Math.max(chats[format].restS, retryAfterS)
}
