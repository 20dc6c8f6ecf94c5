import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { isSameText } from '../../lib/same-text.ts'
import { storable } from '../ask.ts'
import { ConnectorError, type Push } from '../connector.ts'

/** The secrets that a forwarder may have to prove who it is. */
export interface ForwarderSecrets {
  secret: string
  token?: string | undefined
  pin?: string | undefined
}

/** A forwarder's request in one form, whichever forwarder sent it. */
export type Forwarded =
  | { is: 'heartbeat'; sentAt: Date; isListening: boolean }
  | {
      is: 'notification'
      /** The forwarder's own id of the notification, or one derived from its content. */
      reference: string
      packageName: string
      title: string
      text: string
      /** Set where the forwarder has already read it from the text. */
      amount: number | null
      occurredAt: Date | null
    }

export interface Dialect {
  /** Whether a signature covers the body: without one no money is believed. */
  isSigned: boolean
  /** Throws `unauthorized`. */
  verify(push: Push, secrets: ForwarderSecrets): void
}

/** How four forwarders prove who they are (docs/connectors/mutations.md). */
export const dialects = {
  native: { isSigned: true, verify: signedBy('x-mutation-timestamp', 'x-mutation-signature', 1000) },
  payhook: { isSigned: true, verify: signedBy('x-payhook-timestamp', 'x-payhook-signature', 1000) },
  fadzpay: {
    isSigned: true,
    verify(push, secrets) {
      signedBy('x-ts', 'x-signature', 1)(push, secrets)
      if (!isSame(push.headers['x-forwarder-token'], secrets.token)) throw refused('the token is wrong')
      if (!isSame(push.headers['x-forwarder-pin'], secrets.pin)) throw refused('the PIN is wrong')
    },
  },
  forwarder: {
    isSigned: false,
    verify(push, { secret }) {
      if (!isSame(push.headers.authorization, `Bearer ${secret}`)) throw refused('the token is wrong')
    },
  },
} satisfies Record<string, Dialect>

export type DialectName = keyof typeof dialects

/** Reads the body of any forwarder: they differ in field names only. Throws `unexpected`. */
export function readForwarded(push: Push): Forwarded {
  const parsed = Body.safeParse(readBody(push.body))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new ConnectorError('unexpected', `the body is not as agreed at "${issue.path.join('.')}": ${issue.message}`)
  }
  const body = parsed.data
  if (body.type === 'heartbeat') {
    if (!body.sent_at) throw new ConnectorError('unexpected', 'a heartbeat says when it was sent (sent_at)')
    return { is: 'heartbeat', sentAt: body.sent_at, isListening: body.listener_connected !== false }
  }
  if (body.event_type !== undefined && body.event_type !== null && body.event_type !== 'payment.incoming') {
    throw new ConnectorError('unexpected', `an event of type ${body.event_type} is none of ours`)
  }
  const title = body.title ?? body.notification_title ?? ''
  const text = body.text ?? body.notification_text ?? ''
  const packageName = body.package_name ?? body.packageName ?? body.package ?? ''
  const id = body.event_id ?? body.reference
  const posted = body.occurred_at ?? body.timestamp ?? body.postedAt ?? null
  const said = JSON.stringify([packageName, title, text, posted, body.notificationKey ?? null])
  return {
    is: 'notification',
    reference: id ? storable(id) : `sha256:${createHash('sha256').update(said).digest('hex')}`,
    packageName,
    title: storable(title),
    text: storable(text),
    amount: body.amount ?? null,
    occurredAt: posted,
  }
}

// Longer than any queue on the way takes, and too short for a captured request to be of use.
const freshMs = 300_000

function signedBy(timeHeader: string, signatureHeader: string, unitMs: number) {
  return (push: Push, { secret }: ForwarderSecrets): void => {
    const time = push.headers[timeHeader] ?? ''
    if (!/^\d{1,15}$/.test(time)) throw refused('there is no time')
    if (Math.abs(push.receivedAt.getTime() - Number(time) * unitMs) > freshMs) throw refused('the time is not now')
    const signed = createHmac('sha256', secret).update(`${time}.`).update(push.body).digest('hex')
    const given = (push.headers[signatureHeader] ?? '').replace(/^sha256=/, '')
    if (!isSameText(given, signed)) throw refused('the signature is wrong')
  }
}

function isSame(given: string | undefined, wanted: string | undefined): boolean {
  return given !== undefined && wanted !== undefined && isSameText(given, wanted)
}

const refused = (message: string) => new ConnectorError('unauthorized', message)

function readBody(body: Buffer): unknown {
  const read = parseJson(body.toString('utf8'))
  if (read === undefined) throw new ConnectorError('unexpected', 'the body is not JSON')
  return read
}

const Words = z.string().max(2000).nullish()
const Id = z.string().max(100).nullish()
const secondsUntil = 100_000_000_000

/** ISO 8601 with an offset, or seconds or milliseconds since 1970. */
const Moment = z
  .union([
    z.iso.datetime({ offset: true }).transform(text => new Date(text)),
    z
      .number()
      .positive()
      .max(8_640_000_000_000_000)
      .transform(number => new Date(number < secondsUntil ? number * 1000 : number)),
  ])
  .nullish()

const Body = z.object({
  type: Id,
  event_type: Id,
  event_id: Id,
  reference: Id,
  amount: z.int().positive().nullish(),
  package_name: Id,
  packageName: Id,
  package: Id,
  title: Words,
  text: Words,
  notification_title: Words,
  notification_text: Words,
  notificationKey: z.string().max(500).nullish(),
  occurred_at: Moment,
  timestamp: Moment,
  postedAt: Moment,
  sent_at: Moment,
  listener_connected: z.boolean().nullish(),
})
