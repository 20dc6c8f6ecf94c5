import { setTimeout as pause } from 'node:timers/promises'
import type { OutwardType } from '../events/outward.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { callShop, explainFetchFailure, findShop, type Shop, shopOptions } from './call-shop.ts'
import type { ClientSettings } from './client-settings.ts'
import { type CommandArgs, type RemoteCommands, readNumber } from './command.ts'

/** Creates the commands about events. `types` are those of this version, of which a shop may have fewer. */
export function createListenCommands(types: readonly OutwardType[]) {
  return {
    listen: {
      usage:
        'listen --forward-to URL [--types TYPE,TYPE|all] [--count N] [--base-url URL] [--key KEY]   - brings the ' +
        'callbacks of test payments to this machine, or events as endpoints are sent them',
      options: {
        ...shopOptions,
        'forward-to': { type: 'string' },
        types: { type: 'string' },
        count: { type: 'string' },
      },
      runOverApi: listenForEvents,
    },
    trigger: {
      usage:
        'trigger TYPE [--amount N] [--method ID] [--base-url URL] [--key KEY]   - a test payment that is created, ' +
        'paid or cancelled; of any other type an example, to each endpoint that wants it',
      options: { ...shopOptions, amount: { type: 'string' }, method: { type: 'string' } },
      runOverApi: (settings, args, print) => triggerEvent(settings, args, print, types),
    },
  } satisfies RemoteCommands
}

const pollEveryMs = 1_000
const silentMs = 5_000
const answerWithinMs = 15_000

interface Sent {
  headers: Record<string, string>
  body: string
}

interface ListedEvent {
  callback?: Sent
  delivery?: Sent
}

interface EventPage {
  data: ListedEvent[]
  pagination: { next_cursor: string }
}

/** Reads events as they happen and posts the callback of each, until it is interrupted or has posted `--count`. */
async function listenForEvents(
  settings: ClientSettings,
  args: CommandArgs,
  print: (line: string) => void,
): Promise<void> {
  const shop = findShop(settings, args)
  const target = readForwardTarget(args)
  const { query, pick, what } = readWish(args)
  let left = args.options.count === undefined ? Number.POSITIVE_INFINITY : readNumber('--count', args.options.count)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  const { signal } = interrupted
  let { next_cursor: cursor } = (await callShop<EventPage>(shop, `/events?cursor=now${query}`, { signal })).pagination
  print(`${what} at ${shop.baseUrl} go to ${target}, signed with the account's webhook secret.`)
  while (left > 0 && !signal.aborted) {
    const page = await readEvents(shop, `${cursor}${query}`, signal, print)
    const told = (page?.data ?? []).flatMap(event => pick(event) ?? [])
    for (const sent of told.slice(0, left)) print(await forwardEvent(target, sent))
    left -= told.length
    cursor = page?.pagination.next_cursor ?? cursor
    if (left > 0) await pause(page ? pollEveryMs : silentMs, undefined, { signal }).catch(() => {})
  }
}

interface Wish {
  /** The query string for the events endpoint. */
  query: string
  pick(event: ListedEvent): Sent | undefined
  what: string
}

/** Returns what to read: with `--types`, events as webhooks receive them; otherwise callbacks. */
function readWish({ options: { types } }: CommandArgs): Wish {
  if (typeof types !== 'string') return { query: '', pick: event => event.callback, what: 'Callbacks of test payments' }
  const query = types === 'all' ? '' : `&type=${encodeURIComponent(types)}`
  return { query, pick: event => event.delivery, what: 'Events of test mode' }
}

function readForwardTarget({ options }: CommandArgs): string {
  const target = options['forward-to']
  if (typeof target === 'string' && URL.canParse(target) && /^https?:/.test(target)) return target
  throw refuseField('--forward-to', 'is where your receiver listens, such as http://localhost:4000/callback', 'missing')
}

// Retries while the shop is briefly unavailable, but not if the key has become invalid.
async function readEvents(
  shop: Shop,
  cursor: string,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<EventPage | null> {
  try {
    return await callShop<EventPage>(shop, `/events?signed=true&limit=100&cursor=${cursor}`, { signal })
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof Refusal) || error.code === 'unauthorized' || error.code === 'forbidden') throw error
    print(`${error.message}; asked again in ${silentMs / 1000} s`)
    return null
  }
}

async function forwardEvent(target: string, { headers, body }: Sent): Promise<string> {
  const { 'X-Webhook-Event': type, 'X-Invoice-ID': invoice, 'webhook-id': id } = headers
  const what = type ? `${type} ${invoice}` : `${(JSON.parse(body) as { type: string }).type} ${id}`
  const startedAt = performance.now()
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const answer = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    return `${what} ${answer.status} ${Math.round(performance.now() - startedAt)} ms`
  } catch (error) {
    return `${what} no answer: ${explainFetchFailure(error)}`
  }
}

const codeWithinMs = 30_000

/** Triggers an event: with a test payment if that suffices, otherwise by sending an example to the webhooks. */
async function triggerEvent(
  settings: ClientSettings,
  args: CommandArgs,
  print: (line: string) => void,
  types: readonly OutwardType[],
): Promise<void> {
  const shop = findShop(settings, args)
  const type = types.find(one => one === args.words[0])
  if (type === undefined) {
    throw refuseField('TYPE', `is one of ${types.join(', ')}`, { code: 'not_one_of', values: [...types] })
  }
  const happen = payments[type]
  if (happen) print(await happen(shop, await createPayment(shop, type, args)))
  else print(await sendExamples(shop, type))
}

/** The outcome of the new payment for each event type, with a sentence about the consequence. */
const payments: Partial<Record<OutwardType, (shop: Shop, invoice: string) => Promise<string>>> = {
  'payment.created': async (_, invoice) => `${invoice} was created.`,
  async 'payment.paid'(shop, invoice) {
    const deadline = performance.now() + codeWithinMs
    while (!(await isPaid(shop, invoice, performance.now() < deadline))) await pause(pollEveryMs / 2)
    return `${invoice} was paid with test money; its callback leaves now.`
  },
  async 'payment.cancelled'(shop, invoice) {
    await callShop(shop, '/cancel-payment', { body: { invoice } })
    return `${invoice} was cancelled.`
  },
}

async function createPayment(shop: Shop, type: string, { options: { amount, method } }: CommandArgs): Promise<string> {
  const body = {
    amount: amount === undefined ? 15_000 : readNumber('--amount', amount),
    description: `trigger ${type}`,
    ...(typeof method === 'string' ? { payment_method: method } : {}),
  }
  const { data } = await callShop<{ data: { invoice_id: string } }>(shop, '/create-payment', { body })
  return data.invoice_id
}

interface ListedEndpoint {
  endpoint_id: string
  types: string[] | null
  enabled: boolean
}

async function sendExamples(shop: Shop, type: OutwardType): Promise<string> {
  const { data } = await callShop<{ data: ListedEndpoint[] }>(shop, '/list-endpoints')
  const wanting = data.filter(({ types, enabled }) => enabled && (types === null || types.includes(type)))
  if (wanting.length === 0) throw new Refusal('refused_transition', `No endpoint of test mode wants ${type}`)
  for (const { endpoint_id } of wanting) await callShop(shop, '/test-endpoint', { body: { endpoint_id, type } })
  return `An example of ${type} leaves for ${wanting.length} endpoint${wanting.length === 1 ? '' : 's'}.`
}

/** Returns whether the payment is paid; false while the provider is still creating the code and there is time left. */
async function isPaid(shop: Shop, invoice: string, mayWait: boolean): Promise<boolean> {
  try {
    await callShop(shop, '/simulate-payment', { body: { invoice } })
    return true
  } catch (error) {
    if (mayWait && error instanceof Refusal && error.code === 'not_ready') return false
    throw error
  }
}
