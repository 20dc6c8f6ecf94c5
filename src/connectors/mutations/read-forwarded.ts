import { createHash } from 'node:crypto'
import { parseJson } from '../../lib/json.ts'
import { ConnectorError, type ReceivedPush } from '../connector.ts'
import type { PhoneReport } from '../phone-report.ts'
import { toStorable } from '../request-json.ts'
import { readAmountField, readTime } from './read-field.ts'
import { readPhoneReport } from './read-phone-report.ts'

/** A forwarder's request in one form, whichever forwarder sent it. */
export type Forwarded = Heartbeat | PhoneNotification

export interface Heartbeat {
  is: 'heartbeat'
  /** Null if the forwarder does not say. */
  sentAt: Date | null
  /** Whether it says that it listens and has delivered everything before. */
  isUpToDate: boolean
  /** Null if it says nothing about the phone. */
  phone: PhoneReport | null
  /** Null if it does not name itself. */
  device: string | null
}

export interface PhoneNotification {
  is: 'notification'
  /** The forwarder's own id of the notification, or one derived from all that it says. */
  reference: string
  /** Whether an id or a time distinguishes it from others with the same words. */
  isIdentified: boolean
  /** The phone, as its forwarder names it; null if it does not. */
  device: string | null
  packageName: string
  title: string
  text: string
  /** Whether it has words that could not be read in full, so that no sentence proves it. */
  isCut: boolean
  /** Whether its body has the fields of a plain webhook and no other, each once. */
  hasPlainFields: boolean
  /** Android's key, which a notification keeps when it is shown again. */
  key: string | null
  /** Set if the forwarder has already read it from the text. */
  amount: number | null
  occurredAt: Date | null
  /** The phone left its words out because they held a one-time code. */
  isWithheld: boolean
  /** Android gave the phone's app its own words instead. */
  isHidden: boolean
  /** Android shows it above others of its app. */
  isSummary: boolean
}

/** Reads the body of any forwarder: they differ in field names only. Throws `unexpected`. */
export async function readForwarded(push: ReceivedPush): Promise<Forwarded> {
  const { body, fieldNames } = await readBody(push)
  const fields = fieldsIn(body)
  if (isHeartbeat(fields)) return readHeartbeat(fields, push)
  return { ...readNotification(fields, push), hasPlainFields: arePlain(fieldNames) }
}

type Fields = ReadonlyMap<string, unknown>

interface Body {
  body: object
  /** The names of its fields, also those in other fields, as often as they are in it. */
  fieldNames: string[]
}

async function readBody(push: ReceivedPush): Promise<Body> {
  const text = push.body.toString('utf8')
  // Apps that fill a text into a template do not escape its line breaks.
  const read = parseJson(text) ?? parseJson(text.replaceAll(/[\r\n\t]/g, ' '))
  const form = isPlain(read) ? null : await readForm(push)
  const body = isPlain(read) ? read : form && Object.fromEntries(form)
  if (!body || Object.keys(body).length === 0) {
    throw unexpected(Array.isArray(read) ? 'the body is a list: send one notification a request' : 'the body is empty')
  }
  return { body, fieldNames: form ? form.map(([name]) => name) : namesInJson(text) }
}

/** Returns the names in a JSON text. A parsed object does not show that a name was in it twice. */
function namesInJson(text: string): string[] {
  // A string without an end extends to the end of the text, so that no search starts inside it.
  const strings = text.matchAll(/"((?:[^"\\]|\\.)*)(?:"(\s*:)?)?/gs)
  return [...strings].flatMap(([, name, colon]) => (colon === undefined ? [] : name!))
}

const plainFields = new Set(['package', 'title', 'text', 'amount', 'time'])

// In a template that does not escape its words, those of a payer may add a field or replace one.
const arePlain = (fieldNames: string[]) =>
  new Set(fieldNames).size === fieldNames.length && fieldNames.every(name => plainFields.has(name))

async function readForm({ body, headers }: ReceivedPush): Promise<[name: string, value: unknown][] | null> {
  const type = headers['content-type'] ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return null
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    // A file is an icon.
    // A list or a number sent under a form's type is a field name without a value.
    return [...form].filter(([name, value]) => name !== '' && typeof value === 'string' && value !== '')
  } catch {
    return null
  }
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the fields of a body by their plain names: `package_name`, `packageName` and `notification_package` are the
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

/** Reads the words of a field. Unreadable ones are not as if they were missing: money without words is trusted. */
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

/** The text, and the longer one that Android shows when a notification is opened: they are one unless they differ. */
function readText(fields: Fields): Words {
  const short = readWords(findFirst(fields, names.text))
  const long = readWords(findFirst(fields, ['bigtext', 'textbig']))
  const isCut = short.isCut || long.isCut
  if (long.words.includes(short.words.trim().replace(/(…|\.\.\.)$/, ''))) return { words: long.words, isCut }
  if (short.words.includes(long.words.trim())) return { words: short.words, isCut }
  return { words: `${short.words}\n${long.words}`.slice(0, wordsMax), isCut }
}

const idMax = 100

/** An id as it is; one too long to be stored by its hash. */
function shortText(value: unknown, max = idMax): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = toStorable(String(value).trim())
  return text.length > max ? `sha256:${hashOf(text)}` : text || null
}

/** The hash of Android's key (`0|com.bca|7|null|10213`) with the words; null without either. */
export function hashKeyAndWords({ key, title, text }: PhoneNotification): string | null {
  return !key?.includes('|') || `${title}${text}` === '' ? null : hashOf(JSON.stringify([key, title, text]))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const unexpected = (message: string) => new ConnectorError('unexpected', message)
