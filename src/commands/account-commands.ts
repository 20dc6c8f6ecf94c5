import { randomBytes } from 'node:crypto'
import { Account } from '../accounts/account.ts'
import { accountNamed } from '../accounts/account-named.ts'
import { byCommand } from '../accounts/audit.ts'
import { createAccount } from '../accounts/create-account.ts'
import { createUser } from '../accounts/create-user.ts'
import { roles } from '../accounts/membership.ts'
import { setLimits } from '../accounts/set-limits.ts'
import { setPlan } from '../accounts/set-plan.ts'
import { suspendAccount } from '../accounts/suspend-account.ts'
import { verifyAccount } from '../accounts/verify-account.ts'
import { formatRupiah } from '../lib/money.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { accountOption, type CommandArgs, type Commands, readNumber } from './command.ts'

export const accountCommands = {
  'account add': {
    usage: 'account add NAME [--display-name TEXT] [--email ADDRESS] [--plan trial|paid|premium] [--operator]',
    options: {
      'display-name': { type: 'string' },
      email: { type: 'string' },
      plan: { type: 'string' },
      operator: { type: 'boolean' },
    },
    run: addAccount,
  },
  'account verify': { usage: 'account verify NAME', run: verify },
  'account suspend': { usage: 'account suspend NAME', run: turn(true) },
  'account resume': { usage: 'account resume NAME', run: turn(false) },
  'account plan': {
    usage: 'account plan NAME none|trial|paid|premium [--until YYYY-MM-DD]',
    options: { until: { type: 'string' } },
    run: givePlan,
  },
  'account limit': {
    usage:
      'account limit NAME [--amount RUPIAH|none] [--requests PER_SECOND|none]   - what one payment may be, and how many requests all keys may make; what is not named stays',
    options: { amount: { type: 'string' }, requests: { type: 'string' } },
    run: limit,
  },
  'user add': {
    usage:
      'user add USERNAME --account NAME [--role owner|finance|support|read_only] [--display-name TEXT]   - somebody who signs in to the dashboard, with a password that is shown once',
    options: { ...accountOption, role: { type: 'string' }, 'display-name': { type: 'string' } },
    run: addUser,
  },
  'operator add': {
    usage: 'operator add USERNAME   - somebody who signs in at /operator, with a password that is shown once',
    run: addOperator,
  },
} satisfies Commands

async function addAccount(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const plan = options.plan ?? 'paid'
  if (plan !== 'trial' && plan !== 'paid' && plan !== 'premium')
    throw refuseField('--plan', 'is trial, paid or premium')
  const account = await createAccount(app, {
    name: words[0] ?? '',
    plan,
    isOperator: options.operator === true,
    ...(typeof options['display-name'] === 'string' ? { displayName: options['display-name'] } : {}),
    ...(typeof options.email === 'string' ? { email: options.email } : {}),
  })
  return [`Account ${account.name} was opened.`]
}

function turn(isSuspended: boolean): Commands[string]['run'] {
  return async (app, { words }) => {
    const accountId = await accountNamed(app, words[0], 'NAME')
    await suspendAccount(app, accountId, { isSuspended })
    return [isSuspended ? `${words[0]} is suspended.` : `${words[0]} is open again.`]
  }
}

async function givePlan(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await accountNamed(app, words[0], 'NAME')
  const plan = ([null, 'trial', 'paid', 'premium'] as const).find(one => (one ?? 'none') === words[1])
  if (plan === undefined) throw refuseField('PLAN', 'is none, trial, paid or premium')
  const endsAt = options.until === undefined ? null : app.calendar.startOfDay(String(options.until))
  if (options.until !== undefined && endsAt === null) throw refuseField('--until', 'is a day that exists, YYYY-MM-DD')
  await setPlan(app, accountId, { plan, endsAt })
  return [plan === null ? `${words[0]} has no plan.` : `${words[0]} has the plan ${plan}.`]
}

async function limit(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await accountNamed(app, words[0], 'NAME')
  const known = await app.em({ accountId }).findOneOrFail(Account, accountId)
  const read = (option: 'amount' | 'requests', now: number | null) => {
    const text = options[option]
    if (text === undefined) return now
    return text === 'none' ? null : readNumber(`--${option}`, text)
  }
  const limits = {
    amountMax: read('amount', known.amountMax),
    requestsPerS: read('requests', known.requestsPerS),
  }
  await setLimits(app, accountId, limits)
  const { amountMax, requestsPerS } = limits
  return [
    amountMax === null
      ? 'A payment may be as much as its method takes.'
      : `A payment is at most ${formatRupiah(amountMax)}.`,
    requestsPerS === null
      ? 'Requests are limited as for everybody.'
      : `All keys together make ${requestsPerS} requests a second.`,
  ]
}

async function addUser(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await accountNamed(app, options.account)
  const role = roles.find(one => one === (options.role ?? 'owner'))
  if (!role) throw refuseField('--role', `is one of ${roles.join(', ')}`)
  const password = randomBytes(12).toString('base64url')
  const { username } = await createUser(app, {
    username: words[0] ?? '',
    password,
    member: { accountId, role },
    by: byCommand,
    ...(typeof options['display-name'] === 'string' ? { displayName: options['display-name'] } : {}),
  })
  return [`${username} signs in at /dashboard with this password, which is not shown again:`, password]
}

async function addOperator(app: App, { words }: CommandArgs): Promise<string[]> {
  const password = randomBytes(12).toString('base64url')
  const wanted = { username: words[0] ?? '', password, isOperator: true, by: byCommand }
  const { username } = await createUser(app, wanted)
  return [`${username} signs in at /operator with this password, which is not shown again:`, password]
}

async function verify(app: App, { words }: CommandArgs): Promise<string[]> {
  const isNew = await verifyAccount(app, await accountNamed(app, words[0], 'NAME'))
  return [isNew ? `${words[0]} is verified.` : `${words[0]} was verified before.`]
}
