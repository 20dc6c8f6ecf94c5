import { setTimeout as pause } from 'node:timers/promises'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { askShop, reasonOf, type Shop, shopOf, shopOptions } from './ask-shop.ts'
import type { ClientSettings } from './client-settings.ts'
import { type CommandArgs, type RemoteCommands, readNumber } from './command.ts'

export const listenCommands = {
  listen: {
    usage:
      'listen --forward-to URL [--count N] [--base-url URL] [--key KEY]   - brings the callbacks of test ' +
      'payments to this machine',
    options: { ...shopOptions, 'forward-to': { type: 'string' }, count: { type: 'string' } },
    runOverApi: listen,
  },
  trigger: {
    usage:
      'trigger payment.paid [--amount N] [--method ID] [--base-url URL] [--key KEY]   - a test payment that is paid',
    options: { ...shopOptions, amount: { type: 'string' }, method: { type: 'string' } },
    runOverApi: trigger,
  },
} satisfies RemoteCommands

const askEveryMs = 1_000
const silentMs = 5_000
const answerWithinMs = 15_000

interface EventPage {
  data: { type: string; callback?: { headers: Record<string, string>; body: string } }[]
  pagination: { next_cursor: string }
}

/** Reads events as they happen and posts the callback of each, until it is interrupted or has posted `--count`. */
async function listen(settings: ClientSettings, args: CommandArgs, print: (line: string) => void): Promise<void> {
  const shop = shopOf(settings, args)
  const target = targetOf(args)
  let left = args.options.count === undefined ? Number.POSITIVE_INFINITY : readNumber('--count', args.options.count)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  const { signal } = interrupted
  let { next_cursor: cursor } = (await askShop<EventPage>(shop, '/events?cursor=now', { signal })).pagination
  print(`Callbacks of test payments at ${shop.baseUrl} go to ${target}, signed with the account's webhook secret.`)
  while (left > 0 && !signal.aborted) {
    const page = await readEvents(shop, cursor, signal, print)
    const callbacks = page?.data.flatMap(({ callback }) => callback ?? []) ?? []
    for (const callback of callbacks.slice(0, left)) {
      print(await forward(target, callback))
      left--
    }
    cursor = page?.pagination.next_cursor ?? cursor
    if (left > 0) await pause(page ? askEveryMs : silentMs, undefined, { signal }).catch(() => {})
  }
}

function targetOf({ options }: CommandArgs): string {
  const target = options['forward-to']
  if (typeof target === 'string' && URL.canParse(target) && /^https?:/.test(target)) return target
  throw refuseField('--forward-to', 'is where your receiver listens, such as http://localhost:4000/callback', 'missing')
}

// A shop that is away for a moment comes back; a key that is no good any more does not.
async function readEvents(
  shop: Shop,
  cursor: string,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<EventPage | null> {
  try {
    return await askShop<EventPage>(shop, `/events?signed=true&limit=100&cursor=${cursor}`, { signal })
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof Refusal) || error.code === 'unauthorized' || error.code === 'forbidden') throw error
    print(`${error.message}; asked again in ${silentMs / 1000} s`)
    return null
  }
}

async function forward(
  target: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<string> {
  const what = `${headers['X-Webhook-Event']} ${headers['X-Invoice-ID']}`
  const startedAt = performance.now()
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const answer = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    return `${what} ${answer.status} ${Math.round(performance.now() - startedAt)} ms`
  } catch (error) {
    return `${what} no answer: ${reasonOf(error)}`
  }
}

const codeWithinMs = 30_000

/** Creates a payment with the test key and lets its money arrive, as soon as it can be paid. */
async function trigger(settings: ClientSettings, args: CommandArgs, print: (line: string) => void): Promise<void> {
  const shop = shopOf(settings, args)
  const { amount, method } = args.options
  if (args.words[0] !== 'payment.paid')
    throw refuseField('EVENT', 'is payment.paid', { code: 'not_one_of', values: ['payment.paid'] })
  const body = {
    amount: amount === undefined ? 15_000 : readNumber('--amount', amount),
    description: 'trigger payment.paid',
    ...(typeof method === 'string' ? { payment_method: method } : {}),
  }
  const { data } = await askShop<{ data: { invoice_id: string } }>(shop, '/create-payment', { body })
  const deadline = performance.now() + codeWithinMs
  while (!(await isPaid(shop, data.invoice_id, performance.now() < deadline))) await pause(askEveryMs / 2)
  print(`${data.invoice_id} was paid with test money; its callback leaves now.`)
}

/** False while the provider still makes the code and there is time to wait. */
async function isPaid(shop: Shop, invoice: string, mayWait: boolean): Promise<boolean> {
  try {
    await askShop(shop, '/simulate-payment', { body: { invoice } })
    return true
  } catch (error) {
    if (mayWait && error instanceof Refusal && error.code === 'not_ready') return false
    throw error
  }
}
