import { accountNamed } from '../accounts/account-named.ts'
import { setCallbackUrl } from '../accounts/set-callback-url.ts'
import { webhookSecrets } from '../accounts/webhook-secret.ts'
import { callbackLog } from '../callbacks/callback-log.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { accountOption, type CommandArgs, type Commands, modeOption, readMode } from './command.ts'

export const callbackCommands = {
  'callback secret': { usage: 'callback secret --account NAME', options: accountOption, run: showSecrets },
  'callback url': { usage: 'callback url URL|none --account NAME', options: accountOption, run: setUrl },
  'callback log': {
    usage: 'callback log --account NAME [--mode live|test]',
    options: { ...accountOption, ...modeOption },
    run: showCallbacks,
  },
} satisfies Commands

async function showSecrets(app: App, { options }: CommandArgs): Promise<string[]> {
  return webhookSecrets(app, await accountNamed(app, options.account))
}

async function setUrl(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await accountNamed(app, options.account)
  const url = words[0]
  if (!url) throw refuseField('URL', 'is where callbacks go, or none')
  await setCallbackUrl(app, accountId, url === 'none' ? null : url)
  return [url === 'none' ? 'Callbacks have no default address now.' : `Callbacks go to ${url} by default.`]
}

async function showCallbacks(app: App, { options }: CommandArgs): Promise<string[]> {
  const owner = { accountId: await accountNamed(app, options.account), mode: readMode(options.mode) }
  const entries = await callbackLog(app, owner)
  if (entries.length === 0) return ['No callback was sent yet.']
  return entries.map(entry =>
    [
      app.calendar.format(entry.attemptedAt),
      entry.invoiceId,
      `attempt ${entry.attempts}`,
      entry.status ?? 'no answer',
      `${entry.durationMs} ms`,
      entry.url,
      entry.error ?? '',
    ].join('  '),
  )
}
