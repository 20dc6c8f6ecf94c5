import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { generateToken } from '../../lib/ids.ts'
import { formatLocalNumber } from '../../lib/phone.ts'
import { removeSecrets } from '../../lib/same-text.ts'
import type { Connector, Push, PushContents } from '../connector.ts'
import { declareInput, listFormFields } from '../form.ts'
import { builtInApps } from './apps.ts'
import { type Dialect, type DialectName, dialects } from './dialects.ts'
import { phoneDoors } from './doors.ts'
import { type JudgingSettings, judgeNotification } from './judge-notification.ts'
import { createLessons } from './lessons.ts'
import { type Heartbeat, readForwardedRequest } from './read-forwarded-request.ts'
import { mutationTexts } from './texts.ts'

const Sentences = z.object({
  app: z.string().min(1).max(50),
  packages: z.array(z.string().min(1).max(100)).min(1).max(20),
  titles: z.array(z.string().min(1).max(100)).max(20).optional(),
  sentences: z.array(z.string().max(300).includes('{amount}')).min(1).max(50),
})

const leftOut = { isLeftOut: true }

const retiredMax = 5
const othersMax = 3

// The fields are in the order of the form.
const Credentials = z
  .object({
    /** The payment method whose money these notifications report. */
    method: z.enum(['wallet_direct', 'qris_user', 'wallet_qris']),
    dialect: z.enum(Object.keys(dialects) as [DialectName, ...DialectName[]]),
    /** The Android packages whose notifications are read. */
    apps: declareInput(z.array(z.string().min(1).max(100)).min(1, 'names at least one app').max(100), {
      kind: 'ticks',
      takesOthers: true,
      choices: builtInApps.map(({ app, packages }) => ({ value: packages.join(' '), label: app })),
    }),
    /** The account that customers pay to, a phone number or merchant id. */
    account: z.string().trim().min(3).max(50),
    /** The seconds between two heartbeats; absent for a forwarder that sends none. */
    heartbeat_s: z.int().min(10).max(3600).optional(),
    /** Amounts above this wait for a person. */
    amount_max: z.int().positive().optional(),
    secret: declareInput(z.string().regex(/^[\x21-\x7e]{16,200}$/, 'is 16 to 200 visible ASCII characters'), leftOut),
    token: declareInput(z.string().min(1).max(200), leftOut).optional(),
    pin: declareInput(z.string().min(1).max(50), leftOut).optional(),
    /** Whether the dialect `plain` accepts `?token=`, which other programs may log. */
    token_in_address: declareInput(z.boolean(), leftOut).optional(),
    /** The keys of additional phones, each of which reports independently. */
    others: declareInput(z.array(z.string()).max(othersMax), leftOut).optional(),
    /** The keys of phones that were cut off, newest first; each of these phones is informed. */
    retired: declareInput(z.array(z.string()).max(retiredMax), leftOut).optional(),
    /** Sentences of apps that Warung does not know, or that have changed. */
    sentences: declareInput(z.array(Sentences).max(20), leftOut).default([]),
  })
  .refine(({ dialect, token, pin }) => dialect !== 'fadzpay' || (token !== undefined && pin !== undefined), {
    path: ['token'],
    error: 'and pin are needed by this dialect',
  })

type MutationCredentials = z.output<typeof Credentials>

/** Notifications that a merchant's own phone forwards (docs/connectors/mutations.md). */
export const mutations: Connector<MutationCredentials> = {
  id: 'mutations',
  texts: mutationTexts,
  traits: { makesCodes: false, brings: ['wallet_direct', 'qris_user', 'wallet_qris'], needsForwarder: true },
  matches: 'amount',
  window: {
    chargeLifeS: Number.POSITIVE_INFINITY,
    graceS: 120,
    lateS: 0,
    // A phone may wake up late, so payments expire this much later.
    lagS: 300,
    skewS: 60,
    resolutionS: 60,
    intervalS: Number.POSITIVE_INFINITY,
  },
  credentials: Credentials,
  form: listFormFields(Credentials),
  doors: phoneDoors,
  complete: withSecrets,
  lessons: createLessons(pickChoices),
  keeps: ['sentences', 'token_in_address', 'others', 'retired'],
  known: ({ receivingAccount, method }) => ({ account: receivingAccount, method }),
  receivingAccount: ({ account, method }) => (isNumber(account, method) ? formatLocalNumber(account) : null) ?? account,
  accountKey: account => formatLocalNumber(account) ?? account,
  methodOf: ({ method }) => method,
  windowOf: ({ heartbeat_s }) => ({ heartbeatS: heartbeat_s }),

  async receive({ credentials }, push): Promise<PushContents> {
    const dialect: Dialect = dialects[credentials.dialect]
    const sent = dialect.verify(push, credentials)
    const forwarded = await readForwardedRequest(push)
    const answer = { status: 200, body: { success: true } }
    if (forwarded.is === 'heartbeat') {
      const ago = dialect.isSigned ? coveredAgoS(push, forwarded) : null
      const phone = dialect.isSigned && forwarded.phone ? { phone: forwarded.phone } : {}
      const { device } = forwarded
      return { charges: [], transfers: [], answer, device, ...phone, ...(ago === null ? {} : { coveredAgoS: ago }) }
    }
    dialect.verifyMoney?.(push, credentials)
    const { isSigned, amountMax } = dialect
    const choices = { ...pickChoices(credentials), rules: push.rules }
    const source = { ...sent, isSigned, paysByWords: amountMax !== undefined }
    return { charges: [], answer, device: forwarded.device, ...judgeNotification(forwarded, choices, source) }
  },

  // The answer is identical for every fault, so that only the owner of a secret learns more, from the log. It includes
  // the time, because a phone with a wrong clock can send nothing until the clock is corrected.
  refusePush(kind, { receivedAt }) {
    const status = { unauthorized: 401, refused: 410, unreachable: 503 }[kind as string] ?? 400
    const error = refusals[status]
    return { status, body: { success: false, error, server_time: receivedAt.toISOString() } }
  },

  forwarder: ({ dialect, secret, others = [], token, pin, apps, heartbeat_s }) => ({
    dialect,
    secret,
    others,
    token: token ?? null,
    pin: pin ?? null,
    // An app may have several packages: each is listed, but the app's name only once.
    apps: [...new Set(apps.map(nameOfApp))],
    heartbeatS: heartbeat_s ?? null,
    packages: apps,
  }),

  // The app reports on its own schedule, at most every 15 minutes: its heartbeats are monitored but keep no payment
  // open.
  renewKey: ({
    secret,
    others = [],
    retired = [],
    token: _,
    pin: __,
    heartbeat_s: ___,
    token_in_address: ____,
    ...kept
  }) => ({
    ...kept,
    dialect: 'native',
    secret: generateToken() + generateToken(),
    retired: [secret, ...others, ...retired].slice(0, retiredMax),
  }),

  addKey: ({ others = [], ...kept }) =>
    others.length >= othersMax ? null : { ...kept, others: [...others, generateToken() + generateToken()] },

  scrub: ({ secret, token, pin, others = [], retired = [] }, text) =>
    removeSecrets(text, [secret, token, pin, ...others, ...retired]),
}

function pickChoices({ apps, sentences, dialect, amount_max }: MutationCredentials): JudgingSettings {
  const { amountMax }: Dialect = dialects[dialect]
  return { apps, sentences, amount_max: amount_max ?? amountMax }
}

// The phone's secret is generated here, so that it cannot be weak.
function withSecrets(filled: Record<string, unknown>): Record<string, unknown> {
  return {
    ...filled,
    secret: generateToken() + generateToken(),
    ...(filled.dialect === 'fadzpay' ? { token: generateToken(), pin: String(randomInt(100_000, 1_000_000)) } : {}),
  }
}

// A merchant id can also begin with 8: without 0 or 62, only the account of a wallet is certainly a phone number.
function isNumber(account: string, method: string): boolean {
  return method === 'wallet_direct' || !account.startsWith('8')
}

function nameOfApp(id: string): string {
  return builtInApps.find(({ packages }) => packages.includes(id))?.app ?? id
}

const refusals: Record<number, string> = {
  400: 'This body is never accepted: it is empty, a list, neither JSON nor a form, or not an incoming payment.',
  401: 'The signature, the token, the PIN or the time of the request is wrong: compare the secret, and server_time.',
  410: 'This phone was cut off. Pair it again by the page of its connection.',
  503: 'The shop cannot accept this now: send it again later.',
}

// A heartbeat from the future would let payments expire whose money is still on its way.
function coveredAgoS(push: Push, { sentAt, isUpToDate }: Heartbeat): number | null {
  return isUpToDate && sentAt ? Math.max(0, (push.receivedAt.getTime() - sentAt.getTime()) / 1000) : null
}
