import { findAccountByName } from '../../../accounts/find-account-by-name.ts'
import { type CommandArgs, type Commands, formatList, readMode } from '../../../commands/command.ts'
import { keyCommands } from '../../../commands/key-commands.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { type CompatScope, compatScopes, makeCallbackToken } from '../compat-key.ts'
import { createCompatKey } from '../create-compat-key.ts'
import { listCompatKeys } from '../list-compat-keys.ts'
import { revokeCompatKey } from '../revoke-compat-key.ts'

const { 'key create': create, 'key list': list, 'key revoke': revoke } = keyCommands
const compatOption = { compat: { type: 'boolean' } } as const

/** The commands for API keys; with `--compat` they manage keys for the SDKs of other gateways. */
export const compatCommands: Commands = {
  'key create': {
    usage:
      `${create.usage}\n       key create --compat --account NAME [--mode live|test] [--label TEXT] ` +
      `[--scopes ${compatScopes.join(',')}] [--notify URL]`,
    options: { ...create.options, ...compatOption, notify: { type: 'string' } },
    run: (app, args) => (args.options.compat === true ? makeCompatKey(app, args) : create.run(app, args)),
  },
  'key list': {
    usage: `${list.usage}\n       key list --compat --account NAME [--json]`,
    options: { ...list.options, ...compatOption },
    run: (app, args) => (args.options.compat === true ? showCompatKeys(app, args) : list.run(app, args)),
  },
  'key revoke': {
    usage: `${revoke.usage}\n       key revoke ID --compat --account NAME`,
    options: { ...revoke.options, ...compatOption },
    run: (app, args) => (args.options.compat === true ? endCompatKey(app, args) : revoke.run(app, args)),
  },
}

async function makeCompatKey(app: App, { options }: CommandArgs): Promise<string[]> {
  const { account, mode, label, scopes, notify } = options
  const key = await createCompatKey(app, {
    accountId: await findAccountByName(app, account),
    mode: readMode(mode),
    label: String(label ?? 'Made by command'),
    scopes: typeof scopes === 'string' ? (scopes.split(',') as CompatScope[]) : undefined,
    notifyUrl: typeof notify === 'string' ? notify : undefined,
  })
  return [key, 'Keep it: it is not shown again.', `x-callback-token of notifications: ${makeCallbackToken(key)}`]
}

async function showCompatKeys(app: App, { options }: CommandArgs): Promise<string[]> {
  const keys = await listCompatKeys(app, { accountId: await findAccountByName(app, options.account), mode: 'both' })
  const moment = (date: Date | null) => date && app.calendar.format(date)
  return formatList(keys, options, {
    none: 'There is no key for the SDKs of other gateways yet.',
    plain: ({ id, hint, mode, scopes, label, notifyUrl, lastUsedAt, revokedAt }) => ({
      id,
      hint,
      mode,
      scopes,
      label,
      notify_url: notifyUrl,
      is_usable: revokedAt === null,
      last_used_at: moment(lastUsedAt),
      revoked_at: moment(revokedAt),
    }),
    line: ({ id, hint, mode, scopes, label, notifyUrl, lastUsedAt, revokedAt }) =>
      [
        id,
        hint,
        mode,
        scopes.join(','),
        revokedAt ? `revoked ${moment(revokedAt)}` : 'works',
        lastUsedAt ? `used ${moment(lastUsedAt)}` : 'never used',
        ...(notifyUrl === null ? [] : [`notifies ${notifyUrl}`]),
        label,
      ].join('  '),
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function endCompatKey(app: App, { words: [id = ''], options }: CommandArgs): Promise<string[]> {
  if (!uuid.test(id)) throw refuseField('ID', 'is the id of a key, as `key list --compat` shows it', 'malformed')
  const isNew = await revokeCompatKey(
    app,
    { accountId: await findAccountByName(app, options.account), mode: 'both' },
    id,
  )
  return [isNew ? `Key ${id} was revoked.` : `Key ${id} was revoked before.`]
}
