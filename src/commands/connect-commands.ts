import { readFileSync } from 'node:fs'
import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { answerConnectAttempt } from '../connecting/answer-connect-attempt.ts'
import type { ConnectAttemptView } from '../connecting/connect-step.ts'
import { startConnectAttempt } from '../connecting/start-connect-attempt.ts'
import { setBridge } from '../connections/set-bridge.ts'
import { storeOwnCode } from '../connections/store-own-code.ts'
import { testConnection } from '../connections/test-connection.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import {
  accountOption,
  type CommandArgs,
  type CommandOutcome,
  type Commands,
  findOwner,
  modeOption,
  readJson,
  readMode,
  readNumber,
} from './command.ts'

export const connectCommands = {
  'bridge set': {
    usage: 'bridge set CONNECTOR --url ADDRESS --key FILE|- [--mode live|test]',
    options: { ...modeOption, url: { type: 'string' }, key: { type: 'string' } },
    run: nameBridge,
  },
  'connection connect': {
    usage: 'connection connect CONNECTOR --account NAME --credentials FILE|- [--mode live|test] [--label TEXT]',
    options: { ...accountOption, ...modeOption, credentials: { type: 'string' }, label: { type: 'string' } },
    run: connectByCommand,
  },
  'connection answer': {
    usage: 'connection answer ATTEMPT --account NAME --code FILE|- [--mode live|test], or --resend',
    options: { ...accountOption, ...modeOption, code: { type: 'string' }, resend: { type: 'boolean' } },
    run: answerByCommand,
  },
  'connection test': { usage: 'connection test ID --account NAME', options: accountOption, run: testByCommand },
  'connection qris': {
    usage: 'connection qris ID --account NAME --qris TEXT or --image FILE [--mode live|test]',
    options: { ...accountOption, ...modeOption, qris: { type: 'string' }, image: { type: 'string' } },
    run: storeCode,
  },
} satisfies Commands

async function nameBridge(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const connector = words[0] ?? ''
  const mode = readMode(options.mode)
  await setBridge(app, { connector, mode, baseUrl: String(options.url ?? ''), key: readSecret('--key', options.key) })
  return [`Connections by ${connector} in ${mode} mode are made through that bridge from now on.`]
}

async function connectByCommand(app: App, { words, options }: CommandArgs): Promise<CommandOutcome> {
  const connecting = await startConnectAttempt(app, {
    accountId: await findAccountByName(app, options.account),
    mode: readMode(options.mode),
    connector: words[0] ?? '',
    label: options.label === undefined ? undefined : String(options.label),
    fields: readJson('--credentials', options.credentials),
  })
  return describeConnecting(app, connecting)
}

async function answerByCommand(app: App, { words, options }: CommandArgs): Promise<CommandOutcome> {
  const attemptId = readNumber('ATTEMPT', words[0])
  const owner = await findOwner(app, options)
  const given = options.resend === true ? { resend: true as const } : { code: readSecret('--code', options.code) }
  return describeConnecting(app, await answerConnectAttempt(app, owner, attemptId, given))
}

function describeConnecting(
  app: App,
  { id, state, sentTo, attemptsLeft, expiresAt, problem, connectionId }: ConnectAttemptView,
): CommandOutcome {
  const told = problem === null ? [] : [problem]
  if (state === 'connected') return { lines: [`Connected: this is connection ${connectionId}.`], exitCode: 0 }
  if (state === 'ended') return { lines: [...told, 'This attempt is over: start again.'], exitCode: 1 }
  const wanted = state === 'otp' ? `the code that was sent to ${sentTo ?? 'the phone'}` : 'the PIN'
  const until = app.calendar.format(expiresAt)
  const waits = `Attempt ${id} waits for ${wanted} until ${until} (${attemptsLeft} tries left).`
  return { lines: [...told, waits], exitCode: problem === null ? 0 : 1 }
}

async function testByCommand(app: App, { words, options }: CommandArgs): Promise<CommandOutcome> {
  const connectionId = readNumber('ID', words[0])
  const result = await testConnection(app, await findAccountByName(app, options.account), connectionId)
  if (result.works === null) {
    return { lines: ['This provider has no question that would test the connection.'], exitCode: 0 }
  }
  if (!result.works) return { lines: [`It does not work (${result.kind}): ${result.sentence}`], exitCode: 1 }
  const { number, holder, outletName } = result.account
  return { lines: [`It works: ${[number, holder, outletName].filter(Boolean).join(', ')}`], exitCode: 0 }
}

async function storeCode(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const connectionId = readNumber('ID', words[0])
  const owner = await findOwner(app, options)
  const { qris, image } = options
  if ((qris === undefined) === (image === undefined))
    throw refuseField('--qris', 'or --image, one of them, is needed', { code: 'missing' })
  const given = qris === undefined ? { image: readImage(String(image)) } : { qris: String(qris) }
  const code = await storeOwnCode(app, owner, connectionId, given)
  return [`The QRIS of ${code.merchantName?.trim() ?? 'the merchant'} (${code.nmid ?? 'no NMID'}) was stored.`]
}

function readImage(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw refuseField('--image', (error as Error).message, 'unreadable')
  }
}

// All users of the machine can read command lines.
function readSecret(field: string, source: unknown): string {
  if (typeof source !== 'string') throw refuseField(field, 'is a file, or - for the standard input', 'missing')
  try {
    return readFileSync(source === '-' ? 0 : source, 'utf8').trim()
  } catch (error) {
    throw refuseField(field, (error as Error).message, 'unreadable')
  }
}
