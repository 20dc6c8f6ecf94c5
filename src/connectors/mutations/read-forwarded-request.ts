import { createHash } from 'node:crypto'
import { parseJson } from '../../lib/json.ts'
import { toStorable } from '../../lib/storable.ts'
import { ConnectorError, type ReceivedPush } from '../connector.ts'
import type { PhoneReport } from '../phone-report.ts'
import { readAmountField, readTime } from './read-field.ts'
import { readPhoneReport } from './read-phone-report.ts'

/** A forwarder's request in a common form. */
export type ForwardedRequest = Heartbeat | PhoneNotification

export interface Heartbeat {
  is: 'heartbeat'
  /** When it was sent; null if the forwarder does not say. */
  sentAt: Date | null
  /** Whether it reports that it is listening and has delivered everything before. */
  isUpToDate: boolean
  /** The phone's report; null without one. */
  phone: PhoneReport | null
  /** The device by its own name; null if unknown. */
  device: string | null
}

export interface PhoneNotification {
  is: 'notification'
  /** The forwarder's own id of the notification, or one derived from all of its content. */
  reference: string
  /** Whether an id or a time distinguishes it from others with the same text. */
  isIdentified: boolean
  /** The phone, as its forwarder names it; null if unknown. */
  device: string | null
  packageName: string
  title: string
  text: string
  /** Whether parts of its text could not be read, so that no sentence proves it. */
  isCut: boolean
  /** Whether its body has exactly the fields of a plain webhook, each once. */
  hasPlainFields: boolean
  /** Android's key, which stays the same when a notification is shown again. */
  key: string | null
  /** The amount, if the forwarder has already read it from the text; otherwise null. */
  amount: number | null
  occurredAt: Date | null
  /** Whether the phone omitted its text because it contained a one-time code. */
  isWithheld: boolean
  /** Whether Android gave the phone's app a placeholder instead of the text. */
  isHidden: boolean
  /** Whether Android shows it as a summary above others of its app. */
  isSummary: boolean
}

/** Reads the body of any forwarder; they differ only in field names. Throws `unexpected`. */
export async function readForwardedRequest(push: ReceivedPush): Promise<ForwardedRequest> {
  const { body, fieldNames } = await readBody(push)
  const fields = fieldsIn(body)
  if (isHeartbeat(fields)) return readHeartbeat(fields, push)
  return { ...readNotification(fields, push), hasPlainFields: arePlain(fieldNames) }
}

type Fields = ReadonlyMap<string, unknown>

interface Body {
  body: object
  /** The names of all fields, including nested ones, as often as they occur. */
  fieldNames: string[]
}

async function readBody(push: ReceivedPush): Promise<Body> {
  const text = push.body.toString('utf8')
  // Apps that insert text into a template do not escape its line breaks.
  const read = parseJson(text) ?? parseJson(text.replaceAll(/[\r\n\t]/g, ' '))
  const form = isPlain(read) ? null : await readForm(push)
  const body = isPlain(read) ? read : form && Object.fromEntries(form)
  if (!body || Object.keys(body).length === 0) {
    throw unexpected(Array.isArray(read) ? 'the body is a list: send one notification a request' : 'the body is empty')
  }
  return { body, fieldNames: form ? form.map(([name]) => name) : namesInJson(text) }
}

/** Returns the names in a JSON text, because a parsed object does not show a repeated name. */
function namesInJson(text: string): string[] {
  // An unterminated string extends to the end of the text, so that no search starts inside it.
  const strings = text.matchAll(/"((?:[^"\\]|\\.)*)(?:"(\s*:)?)?/gs)
  return [...strings].flatMap(([, name, colon]) => (colon === undefined ? [] : name!))
}

const plainFields = new Set(['package', 'title', 'text', 'amount', 'time'])

// In a template that does not escape its values, a payer's text may add or replace a field.
const arePlain = (fieldNames: string[]) =>
  new Set(fieldNames).size === fieldNames.length && fieldNames.every(name => plainFields.has(name))

async function readForm({ body, headers }: ReceivedPush): Promise<[name: string, value: unknown][] | null> {
  const type = headers['content-type'] ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return null
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    // A file is an icon. A list or number sent under a form's content type is a field name without a value.
    return [...form].filter(([name, value]) => name !== '' && typeof value === 'string' && value !== '')
  } catch {
    return null
  }
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the fields of a body by normalised name: `package_name`, `packageName` and `notification_package` are the
 * same. Fields of nested objects, such as `notification: { title }`, count too. The first one with a value wins.
 */
function fieldsIn(body: object): Fields {
  const fields = new Map<string, unknown>()
  const add = (from: object) => {
    for (const [name, value] of Object.entries(from)) {
      const plain = plainName(name)
      if (isSaid(value) && !fields.has(plain)) fields.set(plain, value)
    }
  }
  add(body)
  for (const [name, value] of Object.entries(body)) if (isPlain(value) && !heartbeatParts.has(name)) add(value)
  return fields
}

const heartbeatParts = new Set(['forwarder', 'queue', 'device', 'net', 'probe', 'wifi', 'telephony'])

const plainName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^(?:notification|notif|android|extras?)(?=.)/, '')

const isSaid = (value: unknown) =>
  value !== null && value !== undefined && !(typeof value === 'string' && !value.trim()) && !isEmptyList(value)

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function findFirst(fields: Fields, names: readonly string[]): unknown {
  return names.map(name => fields.get(name)).find(value => value !== undefined)
}

// fadzPay's add-on has no `type`.
const isHeartbeat = (fields: Fields) =>
  fields.get('type') === 'heartbeat' || (fields.has('tsms') && isPlain(fields.get('forwarder')))

function readHeartbeat(fields: Fields, push: ReceivedPush): Heartbeat {
  const sentAt = readTime(findFirst(fields, ['sentat', 'tsms']), push)?.at ?? null
  const device = shortText(findFirst(fields, names.device))
  const forwarder = fields.get('forwarder')
  if (isPlain(forwarder)) {
    const { running, tmux_running } = forwarder as Record<string, unknown>
    const queue = fields.get('queue')
    const lines = isPlain(queue) ? (queue as Record<string, unknown>).lines : undefined
    return {
      is: 'heartbeat',
      sentAt,
      isUpToDate: isYes(running ?? tmux_running) && Number(lines) === 0,
      phone: null,
      device,
    }
  }
  const phone = readPhoneReport(fields)
  const isUpToDate = isYes(fields.get('listenerconnected') ?? true) && !phone?.queued
  return { is: 'heartbeat', sentAt, isUpToDate, phone, device }
}

const isYes = (value: unknown) => ['true', '1', 'yes'].includes(String(value).toLowerCase())

const list = (text: string) => text.trim().split(/\s+/)

const names = {
  id: ['eventid', 'reference', 'fingerprint'],
  device: ['deviceid', 'device'],
  packageName: ['packagename', 'package', 'pkg', 'packageid', 'apppackage', 'applicationid'],
  time: ['occurredat', 'timestamp', 'postedat', 'when', 'posttime', 'postedtime', 'time', 'datetime'],
  // In the order of preference for the text.
  text: list(`
    text content body message contenttext bigcontent expandedtext longtext lines textlines ticker tickertext description
    msg isi pesan rawtext raw infotext summarytext summary subtext messages
  `),
}

function readNotification(fields: Fields, push: ReceivedPush): Omit<PhoneNotification, 'hasPlainFields'> {
  const type = fields.get('eventtype')
  if (type !== undefined && type !== 'payment.incoming') {
    throw unexpected(`an event of type ${String(type).slice(0, 100)} is none of ours`)
  }
  const title = readWords(fields.get('title'))
  const text = readText(fields)
  const packageName = shortText(findFirst(fields, names.packageName)) ?? ''
  const id = shortText(findFirst(fields, names.id))
  const key = shortText(fields.get('key'), 500)
  const amount = readAmountField(findFirst(fields, ['amount', 'nominal']))
  const saidTimes = names.time.map(name => fields.get(name)).filter(value => value !== undefined)
  const time = saidTimes.map(value => readTime(value, push)).find(read => read !== null) ?? null
  const said = [packageName, title.words, text.words, amount, saidTimes.map(String), key]
  return {
    is: 'notification',
    reference: id ?? `sha256:${hashOf(JSON.stringify(said))}`,
    isIdentified: id !== null || time?.isExact === true,
    device: shortText(findFirst(fields, names.device)),
    packageName,
    title: title.words,
    text: text.words,
    isCut: title.isCut || text.isCut,
    key,
    amount,
    occurredAt: time?.at ?? null,
    isWithheld: fields.get('withheld') === true,
    isHidden: fields.get('hidden') === true,
    isSummary: fields.get('groupsummary') === true,
  }
}

interface Words {
  words: string
  isCut: boolean
}

const wordsMax = 2000

/** Reads the words of a field. Unreadable words do not count as missing, because money without words is trusted. */
function readWords(value: unknown): Words {
  if (value === undefined) return { words: '', isCut: false }
  const said = Array.isArray(value) ? value.map(readLine).filter(Boolean).join('\n') : value
  if (typeof said === 'object') return { words: '', isCut: true }
  const words = toStorable(String(said))
  return { words: words.slice(0, wordsMax), isCut: words.length > wordsMax || words === '' }
}

// An entry of a list is a line, or a message of a conversation.
function readLine(line: unknown): string {
  const text = isPlain(line) ? (line as { text?: unknown }).text : line
  return typeof text === 'string' ? text : ''
}

/** Returns the text and the longer one that Android shows when a notification is expanded, combined if they differ. */
function readText(fields: Fields): Words {
  const short = readWords(findFirst(fields, names.text))
  const long = readWords(findFirst(fields, ['bigtext', 'textbig']))
  const isCut = short.isCut || long.isCut
  if (long.words.includes(short.words.trim().replace(/(…|\.\.\.)$/, ''))) return { words: long.words, isCut }
  if (short.words.includes(long.words.trim())) return { words: short.words, isCut }
  return { words: `${short.words}\n${long.words}`.slice(0, wordsMax), isCut }
}

const idMax = 100

/** Returns an id unchanged, or its hash if it is too long to be stored. */
function shortText(value: unknown, max = idMax): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = toStorable(String(value).trim())
  return text.length > max ? `sha256:${hashOf(text)}` : text || null
}

/** Returns the hash of Android's key (`0|com.bca|7|null|10213`) with the text; null if there is neither. */
export function hashKeyAndWords({ key, title, text }: PhoneNotification): string | null {
  return !key?.includes('|') || `${title}${text}` === '' ? null : hashOf(JSON.stringify([key, title, text]))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const unexpected = (message: string) => new ConnectorError('unexpected', message)
