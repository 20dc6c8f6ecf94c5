import { setTimeout as pause } from 'node:timers/promises'
import { changeSettings } from '../accounts/change-settings.ts'
import { findAccountByName } from '../accounts/find-account-by-name.ts'
import type { Mode } from '../database/scope.ts'
import { type KeyScope, keyScopes } from '../keys/api-key.ts'
import type { UnknownField } from '../keys/api-request.ts'
import { createKey } from '../keys/create-key.ts'
import { type ListedKey, listKeys } from '../keys/list-keys.ts'
import { listRequests } from '../keys/list-requests.ts'
import { resealValues } from '../keys/reseal-values.ts'
import { revokeKey } from '../keys/revoke-key.ts'
import { rollKey } from '../keys/roll-key.ts'
import { rotateSecret } from '../keys/rotate-secret.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import {
  accountOption,
  type CommandArgs,
  type Commands,
  formatList,
  jsonOption,
  modeOption,
  readMode,
  readNumber,
  readSwitch,
} from './command.ts'

export const keyCommands = {
  'key create': {
    usage:
      `key create --account NAME [--mode live|test] [--label TEXT] [--scopes ${keyScopes.join(',')}] ` +
      '[--expires YYYY-MM-DD] [--from ADDRESS,NETWORK/BITS] [--unlimited]',
    options: {
      ...accountOption,
      ...modeOption,
      label: { type: 'string' },
      scopes: { type: 'string' },
      expires: { type: 'string' },
      from: { type: 'string' },
      unlimited: { type: 'boolean' },
    },
    run: makeKey,
  },
  'key list': {
    usage: 'key list --account NAME [--json]',
    options: { ...accountOption, ...jsonOption },
    run: showKeys,
  },
  'key revoke': { usage: 'key revoke ID --account NAME', options: accountOption, run: revokeByCommand },
  'key roll': {
    usage:
      'key roll ID --account NAME [--overlap HOURS]   - a new key; the old one works for 24 hours more, or so many',
    options: { ...accountOption, overlap: { type: 'string' } },
    run: rollByCommand,
  },
  'key log': {
    usage:
      'key log [ID] --account NAME [--mode live|test] [--failed] [--json]   ' +
      '- the last 100 requests of a mode or of one key',
    options: { ...accountOption, ...modeOption, ...jsonOption, failed: { type: 'boolean' } },
    run: showRequests,
  },
  'key query': {
    usage: 'key query on|off --account NAME   - whether keys may come as ?apiKey=',
    options: accountOption,
    run: acceptInQuery,
  },
  'secret rotate': {
    usage: 'secret rotate   - a new key under SECRET_KEY for everything that is sealed; run again, it goes on',
    run: rotateByCommand,
  },
} satisfies Commands

async function makeKey(app: App, { options }: CommandArgs): Promise<string[]> {
  const key = await createKey(app, {
    accountId: await findAccountByName(app, options.account),
    mode: readMode(options.mode),
    label: String(options.label ?? 'Made by command'),
    isRateLimited: options.unlimited !== true,
    scopes: readScopes(options.scopes),
    expiresAt: readDay(app, options.expires),
    allowedAddresses: typeof options.from === 'string' ? options.from.split(',') : [],
  })
  return [key, onlyOnce]
}

const onlyOnce = 'Keep it: it is not shown again.'

async function showKeys(app: App, { options }: CommandArgs): Promise<string[]> {
  const keys = await listKeys(app, await findAccountByName(app, options.account))
  const moment = (date: Date | null) => date && app.calendar.format(date)
  return formatList(keys, options, {
    none: 'There is no API key yet.',
    plain: ({ id, hint, mode, scopes, label, isUsable, lastUsedAt, expiresAt, revokedAt, allowedAddresses }) => ({
      id,
      hint,
      mode,
      scopes,
      label,
      is_usable: isUsable,
      allowed_addresses: allowedAddresses,
      last_used_at: moment(lastUsedAt),
      expires_at: moment(expiresAt),
      revoked_at: moment(revokedAt),
    }),
    line: key =>
      [
        key.id,
        key.hint,
        key.mode,
        key.scopes.join(','),
        describeKeyState(app, key),
        key.lastUsedAt ? `used ${app.calendar.format(key.lastUsedAt)}` : 'never used',
        ...(key.allowedAddresses.length > 0 ? [`from ${key.allowedAddresses.join(',')}`] : []),
        key.label,
      ].join('  '),
  })
}

function describeKeyState(app: App, { revokedAt, expiresAt, isUsable }: ListedKey): string {
  if (revokedAt) return `revoked ${app.calendar.format(revokedAt)}`
  if (!expiresAt) return 'works'
  return `${isUsable ? 'works until' : 'expired'} ${app.calendar.format(expiresAt)}`
}

async function revokeByCommand(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const isNew = await revokeKey(app, await findAccountByName(app, options.account), readNumber('ID', words[0]))
  return [isNew ? `Key ${words[0]} was revoked.` : `Key ${words[0]} was revoked before.`]
}

async function rollByCommand(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const rolled = await rollKey(app, await findAccountByName(app, options.account), {
    keyId: readNumber('ID', words[0]),
    overlapS: readNumber('--overlap', options.overlap ?? '24') * 3600,
  })
  return [rolled.key, onlyOnce, `The old one works until ${app.calendar.format(rolled.oldExpiresAt)}.`]
}

async function showRequests(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const keyId = words[0] === undefined ? undefined : readNumber('ID', words[0])
  const mode = keyId === undefined ? readMode(options.mode) : await modeOfKey(app, accountId, keyId)
  const requests = await listRequests(app, { accountId, mode }, { keyId, failed: options.failed === true })
  const moment = (date: Date) => app.calendar.format(date)
  return formatList(requests, options, {
    none: `There were no requests in ${mode} mode.`,
    plain: ({ receivedAt, apiKeyId, method, path, status, code, durationMs, requestId, unknownFields }) => ({
      received_at: moment(receivedAt),
      key_id: apiKeyId,
      method,
      path,
      status,
      code,
      duration_ms: durationMs,
      request_id: requestId,
      unknown_fields: unknownFields ?? [],
    }),
    line: ({ receivedAt, apiKeyId, method, path, status, code, durationMs, requestId, unknownFields }) =>
      [
        moment(receivedAt),
        `key ${apiKeyId}`,
        `${method} ${path}`,
        status,
        ...(code ? [code] : []),
        `${durationMs} ms`,
        requestId,
        ...(unknownFields ? [`unknown: ${unknownFields.map(withGuess).join(', ')}`] : []),
      ].join('  '),
  })
}

function withGuess({ name, guess }: UnknownField): string {
  return guess === null ? name : `${name} (did you mean ${guess}?)`
}

// A key belongs to one mode, so naming the key determines the mode.
async function modeOfKey(app: App, accountId: number, keyId: number): Promise<Mode> {
  const key = (await listKeys(app, accountId)).find(({ id }) => id === keyId)
  if (!key) throw new Refusal('not_found', 'There is no such API key')
  return key.mode
}

async function acceptInQuery(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const acceptsKeyInQuery = readSwitch(words[0], 'says whether keys may come in the address')
  await changeSettings(app, await findAccountByName(app, options.account), { acceptsKeyInQuery })
  return [acceptsKeyInQuery ? 'Keys may come as ?apiKey=.' : 'Keys come in the header X-API-Key alone now.']
}

const batchMax = 500
const lookEveryMs = 500

async function rotateByCommand(app: App): Promise<string[]> {
  const hasBegun = await rotateSecret(app)
  for (;;) {
    const left = await resealValues(app, batchMax)
    if (left === 'nothing') break
    if (left === 'waiting') await pause(lookEveryMs)
  }
  return [
    hasBegun
      ? 'Everything is sealed with a new key.'
      : 'An earlier rotation was finished: everything is sealed with its key.',
  ]
}

function readScopes(text: unknown): KeyScope[] | undefined {
  if (typeof text !== 'string') return undefined
  return text.split(',').map(word => {
    const scope = keyScopes.find(scope => scope === word.trim())
    if (!scope)
      throw refuseField('--scopes', `knows ${keyScopes.join(', ')}, not "${word}"`, {
        code: 'not_one_of',
        values: keyScopes,
      })
    return scope
  })
}

function readDay(app: App, day: unknown): Date | undefined {
  if (typeof day !== 'string') return undefined
  const start = app.calendar.startOfDay(day)
  if (start === null) throw refuseField('--expires', 'is a day that exists, YYYY-MM-DD', 'not_a_day')
  return start
}
