import { commandActor } from '../accounts/audit.ts'
import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { createUser } from '../people/create-user.ts'
import { roles } from '../people/membership.ts'
import { makePassword } from '../people/password.ts'
import { removeOperator } from '../people/remove-operator.ts'
import { restoreAccess } from '../people/restore-access.ts'
import { accountOption, type CommandArgs, type Commands } from './command.ts'

export const userCommands = {
  'user add': {
    usage:
      'user add USERNAME --account NAME [--role owner|finance|support|read_only] [--display-name TEXT] ' +
      '[--email ADDRESS]   - somebody who signs in to the dashboard, with a password that is shown once',
    options: {
      ...accountOption,
      role: { type: 'string' },
      'display-name': { type: 'string' },
      email: { type: 'string' },
    },
    run: addUser,
  },
  'user reset': {
    usage:
      'user reset USERNAME [--without-second-step]   - a new password, shown once, for a merchant or an ' +
      'operator who lost theirs; their sessions end',
    options: { 'without-second-step': { type: 'boolean' } },
    run: resetUser,
  },
  'operator add': {
    usage: 'operator add USERNAME   - somebody who signs in at /operator, with a password that is shown once',
    run: addOperator,
  },
  'operator remove': {
    usage: 'operator remove USERNAME   - signs them out at once; they sign in no more',
    run: dropOperator,
  },
} satisfies Commands

async function addUser(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const role = roles.find(one => one === (options.role ?? 'owner'))
  if (!role) throw refuseField('--role', `is one of ${roles.join(', ')}`, { code: 'not_one_of', values: roles })
  const password = makePassword()
  const { username } = await createUser(app, {
    username: words[0] ?? '',
    password,
    member: { accountId, role },
    by: commandActor,
    ...(typeof options['display-name'] === 'string' ? { displayName: options['display-name'] } : {}),
    ...(typeof options.email === 'string' ? { email: options.email } : {}),
  })
  return [`${username} signs in at /dashboard with this password, which is not shown again:`, password]
}

async function addOperator(app: App, { words }: CommandArgs): Promise<string[]> {
  const password = makePassword()
  const wanted = { username: words[0] ?? '', password, isOperator: true, by: commandActor }
  const { username } = await createUser(app, wanted)
  return [`${username} signs in at /operator with this password, which is not shown again:`, password]
}

async function resetUser(app: App, { words: [username = ''], options }: CommandArgs): Promise<string[]> {
  const dropsSecondStep = options['without-second-step'] === true
  const { password } = await restoreAccess(app, { username, dropsSecondStep })
  return [`${username} signs in with this password, which is not shown again:`, password]
}

async function dropOperator(app: App, { words: [username = ''] }: CommandArgs): Promise<string[]> {
  await removeOperator(app, username)
  return [`${username} is no operator any more.`]
}
