import { accountNamed } from '../accounts/account-named.ts'
import { createKey } from '../accounts/create-key.ts'
import { type KeyScope, keyScopes } from '../accounts/standing.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { accountOption, type CommandArgs, type Commands, modeOption, readMode } from './command.ts'

export const keyCommands = {
  'key create': {
    usage:
      'key create --account NAME [--mode live|test] [--label TEXT] [--scopes payments,orders,qris] [--expires YYYY-MM-DD] [--unlimited]',
    options: {
      ...accountOption,
      ...modeOption,
      label: { type: 'string' },
      scopes: { type: 'string' },
      expires: { type: 'string' },
      unlimited: { type: 'boolean' },
    },
    run: makeKey,
  },
} satisfies Commands

async function makeKey(app: App, { options }: CommandArgs): Promise<string[]> {
  const key = await createKey(app, {
    accountId: await accountNamed(app, options.account),
    mode: readMode(options.mode),
    label: String(options.label ?? 'Made by command'),
    isRateLimited: options.unlimited !== true,
    scopes: readScopes(options.scopes),
    expiresAt: readDay(app, options.expires),
  })
  return [key, 'Keep it: it is not shown again.']
}

function readScopes(text: unknown): KeyScope[] | undefined {
  if (typeof text !== 'string') return undefined
  return text.split(',').map(word => {
    const scope = keyScopes.find(known => known === word.trim())
    if (!scope) throw refuseField('--scopes', `knows ${keyScopes.join(', ')}, not "${word}"`)
    return scope
  })
}

function readDay(app: App, day: unknown): Date | undefined {
  if (typeof day !== 'string') return undefined
  const start = app.calendar.startOfDay(day)
  if (start === null) throw refuseField('--expires', 'is a day that exists, YYYY-MM-DD')
  return start
}
