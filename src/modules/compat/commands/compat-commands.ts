import { accountNamed } from '../../../accounts/account-named.ts'
import { type CommandArgs, type Commands, readMode } from '../../../commands/command.ts'
import { keyCommands } from '../../../commands/key-commands.ts'
import type { App } from '../../../needs.ts'
import { type CompatScope, callbackTokenOf, compatScopes } from '../compat-key.ts'
import { createCompatKey } from '../create-compat-key.ts'

const { 'key create': ordinary } = keyCommands

/** `key create`, which makes a key for the SDKs of other gateways with `--compat`. */
export const compatCommands: Commands = {
  'key create': {
    usage:
      `${ordinary.usage}\n       key create --compat --account NAME [--mode live|test] [--label TEXT] ` +
      `[--scopes ${compatScopes.join(',')}] [--notify URL]`,
    options: { ...ordinary.options, compat: { type: 'boolean' }, notify: { type: 'string' } },
    run: (app, args) => (args.options.compat === true ? makeCompatKey(app, args) : ordinary.run(app, args)),
  },
}

async function makeCompatKey(app: App, { options }: CommandArgs): Promise<string[]> {
  const { account, mode, label, scopes, notify } = options
  const key = await createCompatKey(app, {
    accountId: await accountNamed(app, account),
    mode: readMode(mode),
    label: String(label ?? 'Made by command'),
    scopes: typeof scopes === 'string' ? (scopes.split(',') as CompatScope[]) : undefined,
    notifyUrl: typeof notify === 'string' ? notify : undefined,
  })
  return [key, 'Keep it: it is not shown again.', `x-callback-token of notifications: ${callbackTokenOf(key)}`]
}
