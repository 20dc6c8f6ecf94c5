import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { readJson, type SimulatorAnswer, type SimulatorRequest } from '../connectors/simulator/simulator-request.ts'
import { parseJson } from '../lib/json.ts'
import { isSameText } from '../lib/same-text.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'

/**
 * Handles `POST /receiver`: verifies a callback as the specification requires of a merchant's backend, and stores it.
 */
export async function receiveCallback(needs: SandboxNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const now = needs.realNow()
  const secrets = await needs.webhookSecrets()
  const signatureOk = secrets.some(secret => isSigned(request, secret))
  const standardOk = secrets.some(secret => isStandardSigned(request, secret, now))
  await recordCallback(needs, request, { signatureOk, standardOk })
  needs.log.info(
    { invoice_id: request.headers['x-invoice-id'], signature_ok: signatureOk, standard_ok: standardOk },
    'sandbox: a callback arrived',
  )
  return (await takeAnswer(needs)) ?? { status: signatureOk ? 200 : 401, body: { success: signatureOk } }
}

/** Handles `GET /receiver/log`; returns the oldest first. */
export async function readLog({ sql }: SandboxNeeds): Promise<SimulatorAnswer> {
  const body = await sql.query(
    'select headers, body, signature_ok, standard_ok, received_at from sandbox.received order by id',
  )
  return { status: 200, body }
}

/** Handles `DELETE /receiver/log`. */
export async function clearLog({ sql }: SandboxNeeds): Promise<SimulatorAnswer> {
  return { status: 200, body: { deleted: await sql.write('delete from sandbox.received') } }
}

/** Handles `POST /receiver/answers`. */
export async function setAnswers({ sql }: SandboxNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const answers = readJson(request, Answers)
  await sql.write(
    `insert into sandbox.receiver_answer (status, delay_ms, headers, remaining) values ($1, $2, $3, $4)
     on conflict (is_only) do update set status = excluded.status, delay_ms = excluded.delay_ms,
       headers = excluded.headers, remaining = excluded.remaining`,
    [answers.status, answers.delay_ms, JSON.stringify(answers.headers), answers.count],
  )
  return { status: 200, body: answers }
}

const logRowsMax = 10_000
const toleranceS = 300

// Headers that Node writes itself would break the answer.
const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/)
  .refine(name => !/^(connection|content-length|transfer-encoding|trailer|upgrade)$/i.test(name), 'cannot be set')

const Answers = z.strictObject({
  status: z.int().min(200).max(599),
  delay_ms: z.int().min(0).max(120_000).default(0),
  headers: z.record(HeaderName, z.string().regex(/^[\x20-\x7e]{0,1000}$/)).default({}),
  count: z.int().min(1).max(1_000_000).default(1),
})

const Body = z.object({
  invoice_id: z.union([z.string(), z.number()]),
  status: z.string(),
  final_amount: z.union([z.string(), z.number()]),
})

function isSigned({ headers, body }: SimulatorRequest, secret: string): boolean {
  const parsed = Body.safeParse(parseJson(body))
  if (!parsed.success) return false
  const { invoice_id, status, final_amount } = parsed.data
  const text = `${invoice_id}|${status}|${final_amount}|${headers['x-webhook-timestamp']}`
  return isSameText(String(headers['x-webhook-signature']), createHmac('sha256', secret).update(text).digest('hex'))
}

/**
 * Checks a signature as https://www.standardwebhooks.com requires: any of those in the header, over the raw body, and
 * recent.
 */
function isStandardSigned({ headers, body }: SimulatorRequest, secret: string, now: Date): boolean {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceS || !id || !timestamp) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .some(signature => isSameText(signature, expected))
}

interface JudgedCallback {
  signatureOk: boolean
  standardOk: boolean
}

async function recordCallback(
  { sql, realNow }: SandboxNeeds,
  request: SimulatorRequest,
  { signatureOk, standardOk }: JudgedCallback,
) {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const rows = await sql.query<{ id: number }>(
    `insert into sandbox.received (headers, body, signature_ok, standard_ok, received_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [JSON.stringify(headers), request.body.replaceAll('\0', '\ufffd'), signatureOk, standardOk, realNow()],
  )
  await sql.write('delete from sandbox.received where id <= $1', [rows[0]!.id - logRowsMax])
}

async function takeAnswer({ sql }: SandboxNeeds): Promise<SimulatorAnswer | undefined> {
  const rows = await sql.query<{ status: number; delay_ms: number; headers: Record<string, string> }>(
    `update sandbox.receiver_answer set remaining = remaining - 1 where remaining > 0
     returning status, delay_ms, headers`,
  )
  const [row] = rows
  return row && { status: row.status, headers: row.headers, delayMs: row.delay_ms, body: { success: row.status < 300 } }
}
