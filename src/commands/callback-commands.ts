import { accountNamed } from '../accounts/account-named.ts'
import { regenerateWebhookSecret } from '../accounts/regenerate-webhook-secret.ts'
import { rotateWebhookSecret } from '../accounts/rotate-webhook-secret.ts'
import { setCallbackUrl } from '../accounts/set-callback-url.ts'
import { switchWebhookSecret } from '../accounts/switch-webhook-secret.ts'
import { listWebhookSecrets } from '../accounts/webhook-secret.ts'
import { callbackLog } from '../callbacks/callback-log.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { accountOption, type CommandArgs, type Commands, modeOption, readMode } from './command.ts'

export const callbackCommands = {
  'callback secret': { usage: 'callback secret --account NAME', options: accountOption, run: showSecrets },
  'callback regenerate': {
    usage: 'callback regenerate --account NAME   - a new secret at once, for one that leaked',
    options: accountOption,
    run: regenerate,
  },
  'callback rotate': {
    usage: 'callback rotate --account NAME   - a second secret beside the first, for a day or until callback switch',
    options: accountOption,
    run: rotate,
  },
  'callback switch': { usage: 'callback switch --account NAME', options: accountOption, run: switchOver },
  'callback url': { usage: 'callback url URL|none --account NAME', options: accountOption, run: setUrl },
  'callback log': {
    usage: 'callback log --account NAME [--mode live|test]',
    options: { ...accountOption, ...modeOption },
    run: showCallbacks,
  },
} satisfies Commands

async function showSecrets(app: App, { options }: CommandArgs): Promise<string[]> {
  const secrets = await listWebhookSecrets(app, await accountNamed(app, options.account))
  return secrets.map(({ secret, endsAt }) => (endsAt ? `${secret}  until ${app.calendar.format(endsAt)}` : secret))
}

async function regenerate(app: App, { options }: CommandArgs): Promise<string[]> {
  const secret = await regenerateWebhookSecret(app, await accountNamed(app, options.account))
  return [secret, 'It signs every callback from now on; the old secret signs nothing any more.']
}

async function rotate(app: App, { options }: CommandArgs): Promise<string[]> {
  const secret = await rotateWebhookSecret(app, await accountNamed(app, options.account))
  return [
    secret,
    'webhook-signature carries both now. X-Webhook-Signature stays with the old one for a day, or until callback switch.',
  ]
}

async function switchOver(app: App, { options }: CommandArgs): Promise<string[]> {
  const isNew = await switchWebhookSecret(app, await accountNamed(app, options.account))
  return [isNew ? 'The new secret alone signs from now on.' : 'There was no rotation to end.']
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
