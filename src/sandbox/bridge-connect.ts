import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isBridgeKey } from './bridge.ts'
import { accountAt, type Bridged, sandboxWindow, sessionOf } from './credentials.ts'
import { type Answer, type Asked, readJson } from './http.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'

/** The OTP that the sandbox's wallets send to a phone, and the PIN of all of them. */
const sandboxOtp = '123456'
const sandboxPin = '112233'

interface ConnectRow {
  account: string
  state: 'otp' | 'pin'
  attempts_left: number
  expires_at: Date
}

/** `POST /connect` of docs/connectors/bridge.md. A wallet asks for OTP and PIN, the two others open at once. */
export async function startConnect({ sql, clock }: SandboxNeeds, connector: Bridged, asked: Asked): Promise<Answer> {
  if (!isBridgeKey(asked.headers.authorization)) return { status: 401, body: { error: 'the token is not known' } }
  const { fields } = readJson(asked, Start)
  if (connector === 'bank') return openBank(fields)
  if (connector === 'merchant-wallet') return openMerchantWallet(fields)
  const phone = String(fields.phone ?? '').replace(/^(\+?62)/, '0')
  if (!/^08\d{7,12}$/.test(phone)) return refused('not_accepted', 'no wallet has this number', 'phone')
  const id = randomUUID()
  await sql.write(
    `insert into sandbox.connect (id, account, state, attempts_left, expires_at) values ($1, $2, 'otp', $3, $4)`,
    [id, phone, triesMax, later(clock.now())],
  )
  return asking(id, 'otp', phone, triesMax)
}

/** `POST /connect/answer` of the same contract. */
export async function answerConnect({ sql, clock }: SandboxNeeds, connector: Bridged, asked: Asked): Promise<Answer> {
  if (!isBridgeKey(asked.headers.authorization)) return { status: 401, body: { error: 'the token is not known' } }
  const { connect_id, code, resend } = readJson(asked, Given)
  return sql.transaction(async tx => {
    const [row] = await tx.query<ConnectRow>('select * from sandbox.connect where id = $1 for update', [connect_id])
    if (!row || !['otp', 'pin'].includes(row.state)) return refused('expired', 'this attempt is over: start again')
    if (row.expires_at <= clock.now()) return refused('expired', 'the code has expired: start again')
    if (resend === true) {
      await tx.write('update sandbox.connect set expires_at = $2 where id = $1', [connect_id, later(clock.now())])
      return asking(connect_id, row.state, row.account, row.attempts_left)
    }
    if (code !== (row.state === 'otp' ? sandboxOtp : sandboxPin)) {
      const left = row.attempts_left - 1
      await tx.write('update sandbox.connect set attempts_left = $2, state = $3 where id = $1', [
        connect_id,
        left,
        left === 0 ? 'ended' : row.state,
      ])
      if (left === 0) return refused('too_many_attempts', 'too many wrong codes: start again later')
      return { status: 422, body: { code: 'wrong_code', error: 'the code is wrong', attempts_left: left } }
    }
    const next = row.state === 'otp' ? 'pin' : 'ended'
    await tx.write('update sandbox.connect set state = $2, attempts_left = $3, expires_at = $4 where id = $1', [
      connect_id,
      next,
      triesMax,
      later(clock.now()),
    ])
    return next === 'pin' ? asking(connect_id, 'pin', row.account, triesMax) : opened(connector, row.account)
  })
}

const triesMax = 3
const patienceS = 300
const later = (now: Date) => new Date(now.getTime() + patienceS * 1000)

const Start = z.object({ fields: z.record(z.string(), z.unknown()) })
const Given = z.object({ connect_id: z.uuid(), code: z.string().max(20).optional(), resend: z.boolean().optional() })

// Every password opens a bank here, except "wrong".
function openBank(fields: Record<string, unknown>): Answer {
  const number = String(fields.merchant_id ?? '')
  if (number.length < 3) return refused('not_accepted', 'the bank knows no such merchant', 'merchant_id')
  if (fields.password === 'wrong') return refused('not_accepted', 'the bank does not accept the password', 'password')
  return opened('bank', number)
}

function openMerchantWallet({ token, device }: Record<string, unknown>): Answer {
  if (typeof token !== 'object' || token === null) return refused('not_accepted', 'the token is not known', 'token')
  if (typeof device !== 'object' || device === null) return refused('not_accepted', 'the device is not known', 'device')
  const { outlet_id, outlet_name, access_token } = token as Record<string, unknown>
  if (typeof access_token !== 'string' || access_token === '' || access_token === 'expired') {
    return refused('not_accepted', 'the token has expired: copy a new one from the app', 'token')
  }
  const named = typeof outlet_id === 'string' && outlet_id.length >= 3 ? outlet_id : `G${digest(access_token)}`
  return opened('merchant-wallet', named, typeof outlet_name === 'string' ? outlet_name : undefined)
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 9).toUpperCase()

function opened(connector: Bridged, number: string, outletName?: string): Answer {
  const account = { ...accountAt(connector, number), ...(outletName ? { outlet_name: outletName } : {}) }
  const { graceS: grace_s, lagS: lag_s, skewS: skew_s, resolutionS: resolution_s } = sandboxWindow
  const promises = { lag_s, skew_s, resolution_s, grace_s, interval_s: sandboxWindow.intervalS }
  return { status: 200, body: { state: 'connected', session: sessionOf(number), account, promises } }
}

function asking(connect_id: string, state: 'otp' | 'pin', phone: string, attempts_left: number): Answer {
  const sent_to = state === 'otp' ? `${phone.slice(0, 4)}****${phone.slice(-4)}` : null
  return { status: 200, body: { state, connect_id, expires_in_s: patienceS, attempts_left, sent_to } }
}

function refused(code: string, error: string, field?: string): Answer {
  return { status: 422, body: { code, error, ...(field ? { field } : {}) } }
}
