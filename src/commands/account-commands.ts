import { Account } from '../accounts/account.ts'
import { allowForeignCodes } from '../accounts/allow-foreign-codes.ts'
import { changeSettings } from '../accounts/change-settings.ts'
import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { setLimits } from '../accounts/set-limits.ts'
import { setPlan } from '../accounts/set-plan.ts'
import { verifyAccount } from '../accounts/verify-account.ts'
import { findStorage } from '../goods/storage-room.ts'
import { suspendAccount } from '../keys/suspend-account.ts'
import { formatRupiah } from '../lib/money.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { createAccount } from '../people/create-account.ts'
import { type ListedAccount, listAccounts } from '../people/list-accounts.ts'
import { readEmail } from '../people/user.ts'
import { verifyEmail } from '../people/verify-email.ts'
import { type CommandArgs, type Commands, formatList, jsonOption, readNumber, readPlan, readSwitch } from './command.ts'

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
  'account list': { usage: 'account list [--json]', options: jsonOption, run: showAccounts },
  'account verify': { usage: 'account verify NAME', run: verifyByName },
  'account email-verified': {
    usage:
      'account email-verified NAME [ADDRESS]   - vouches for the e-mail address that its owner has given (this ' +
      'one, where it is named): whom a provider knows by it signs in there',
    run: vouchForEmail,
  },
  'account suspend': { usage: 'account suspend NAME', run: setSuspension(true) },
  'account resume': { usage: 'account resume NAME', run: setSuspension(false) },
  'account plan': {
    usage: 'account plan NAME none|trial|paid|premium [--until YYYY-MM-DD]',
    options: { until: { type: 'string' } },
    run: givePlan,
  },
  'account limit': {
    usage:
      'account limit NAME [--amount RUPIAH|none] [--requests PER_SECOND|none] [--storage BYTES|none] ' +
      '[--files NUMBER|none]   - what one payment may be, how many requests all keys may make, and how much may be ' +
      'stored; what is not named stays',
    options: {
      amount: { type: 'string' },
      requests: { type: 'string' },
      storage: { type: 'string' },
      files: { type: 'string' },
    },
    run: limitAccount,
  },
  'account strict-fields': {
    usage: 'account strict-fields NAME on|off   - whether requests with a field that no endpoint knows are refused',
    run: turnStrict,
  },
  'account foreign-codes': {
    usage:
      'account foreign-codes NAME on|off   - whether it may convert codes of other merchants: nobody here sees ' +
      'their money, and the merchant confirms each payment by hand',
    run: turnForeign,
  },
} satisfies Commands

async function addAccount(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const plan = options.plan ?? 'paid'
  if (plan !== 'trial' && plan !== 'paid' && plan !== 'premium')
    throw refuseField('--plan', 'is trial, paid or premium', {
      code: 'not_one_of',
      values: ['trial', 'paid', 'premium'],
    })
  const account = await createAccount(app, {
    name: words[0] ?? '',
    plan,
    isOperator: options.operator === true,
    ...(typeof options['display-name'] === 'string' ? { displayName: options['display-name'] } : {}),
    ...(typeof options.email === 'string' ? { email: options.email } : {}),
  })
  return [`Account ${account.name} was opened.`]
}

async function showAccounts(app: App, { options }: CommandArgs): Promise<string[]> {
  return formatList(await readAllAccounts(app), options, {
    none: 'There is no account yet.',
    plain: ({ account, email }) => ({
      name: account.name,
      display_name: account.displayName,
      email,
      is_operator: account.isOperator,
      is_verified: account.isVerified,
      is_suspended: !account.isActive,
      created_at: app.calendar.format(account.createdAt),
    }),
    line: ({ account: { name, displayName, isOperator, isVerified, isActive }, email }) =>
      [
        name,
        displayName,
        ...(email === null ? [] : [email]),
        ...(isOperator ? ['operator'] : []),
        isVerified ? 'verified' : 'not verified',
        ...(isActive ? [] : ['suspended']),
      ].join('  '),
  })
}

/** Yields the pages of all accounts, newest first. */
async function readAllAccounts(app: App): Promise<ListedAccount[]> {
  const accounts: ListedAccount[] = []
  for (;;) {
    const page = await listAccounts(app, { beforeId: accounts.at(-1)?.account.id })
    if (page.length === 0) return accounts
    accounts.push(...page)
  }
}

async function vouchForEmail(app: App, { words }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, words[0], 'NAME')
  const email = await verifyEmail(app, { accountId, email: readEmail(words[1] ?? '') ?? undefined })
  return [`${email} is verified: the address of who owns ${words[0]}.`]
}

function setSuspension(isSuspended: boolean): Commands[string]['run'] {
  return async (app, { words }) => {
    const accountId = await findAccountByName(app, words[0], 'NAME')
    await suspendAccount(app, accountId, { isSuspended })
    return [isSuspended ? `${words[0]} is suspended.` : `${words[0]} is open again.`]
  }
}

async function givePlan(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, words[0], 'NAME')
  const plan = readPlan(words[1], 'PLAN')
  const endsAt = options.until === undefined ? null : app.calendar.startOfDay(String(options.until))
  if (options.until !== undefined && endsAt === null)
    throw refuseField('--until', 'is a day that exists, YYYY-MM-DD', 'not_a_day')
  await setPlan(app, accountId, { plan, endsAt })
  return [plan === null ? `${words[0]} has no plan.` : `${words[0]} has the plan ${plan}.`]
}

async function limitAccount(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, words[0], 'NAME')
  const known = await app.em({ accountId }).findOneOrFail(Account, accountId)
  const read = (option: 'amount' | 'requests' | 'storage' | 'files', now: number | null) => {
    const text = options[option]
    if (text === undefined) return now
    return text === 'none' ? null : readNumber(`--${option}`, text)
  }
  const limits = {
    amountMax: read('amount', known.amountMax),
    requestsPerS: read('requests', known.requestsPerS),
    storageBytesMax: read('storage', known.storageBytesMax),
    storageFilesMax: read('files', known.storageFilesMax),
  }
  await setLimits(app, accountId, limits)
  const { amountMax, requestsPerS } = limits
  const room = await findStorage(app, accountId)
  return [
    amountMax === null
      ? 'A payment may be as much as its method takes.'
      : `A payment is at most ${formatRupiah(amountMax)}.`,
    requestsPerS === null
      ? 'Requests are limited as for everybody.'
      : `All keys together make ${requestsPerS} requests a second.`,
    `Its files and pictures take ${room.bytes} of ${room.bytesMax} bytes: ${room.files} files and ${room.images} ` +
      `pictures, ${room.filesMax} of each at most.`,
  ]
}

async function turnStrict(app: App, { words }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, words[0], 'NAME')
  const refusesUnknownFields = readSwitch(words[1], 'says whether unknown fields are refused')
  await changeSettings(app, accountId, { refusesUnknownFields })
  return [
    refusesUnknownFields ? 'Requests with unknown fields are refused.' : 'Unknown fields are named, and not refused.',
  ]
}

async function turnForeign(app: App, { words }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, words[0], 'NAME')
  const isAllowed = readSwitch(words[1], 'says whether foreign codes are allowed')
  await allowForeignCodes(app, accountId, isAllowed)
  return [
    isAllowed
      ? `${words[0]} may convert codes of other merchants. Nobody here sees their money: it confirms each ` +
        'payment by hand.'
      : `${words[0]} converts its own codes alone. Payments that were made with others stay to be confirmed.`,
  ]
}

async function verifyByName(app: App, { words }: CommandArgs): Promise<string[]> {
  const isNew = await verifyAccount(app, await findAccountByName(app, words[0], 'NAME'))
  return [isNew ? `${words[0]} is verified.` : `${words[0]} was verified before.`]
}
