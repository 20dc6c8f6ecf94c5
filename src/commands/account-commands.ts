import { accountNamed } from '../accounts/account-named.ts'
import { createAccount } from '../accounts/create-account.ts'
import { verifyAccount } from '../accounts/verify-account.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import type { CommandArgs, Commands } from './command.ts'

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

async function verify(app: App, { words }: CommandArgs): Promise<string[]> {
  const isNew = await verifyAccount(app, await accountNamed(app, words[0], 'NAME'))
  return [isNew ? `${words[0]} is verified.` : `${words[0]} was verified before.`]
}
