import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { enableEndpoint } from '../callbacks/enable-endpoint.ts'
import { listCallbacks } from '../callbacks/list-callbacks.ts'
import { listEndpoints } from '../callbacks/list-endpoints.ts'
import { type Redelivery, redeliverCallbacks } from '../callbacks/redeliver.ts'
import { sendTestCallback } from '../callbacks/send-test-callback.ts'
import { setCallbackUrl } from '../callbacks/set-callback-url.ts'
import { rollWebhookSecret } from '../keys/roll-webhook-secret.ts'
import { switchWebhookSecret } from '../keys/switch-webhook-secret.ts'
import { listWebhookSecrets } from '../keys/webhook-secret.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import {
  accountOption,
  type CommandArgs,
  type Commands,
  findOwner,
  formatList,
  jsonOption,
  modeOption,
} from './command.ts'

export const callbackCommands = {
  'callback secret': { usage: 'callback secret --account NAME', options: accountOption, run: showSecrets },
  'callback regenerate': {
    usage: 'callback regenerate --account NAME   - a new secret at once, for one that leaked',
    options: accountOption,
    run: regenerateSecret,
  },
  'callback rotate': {
    usage: 'callback rotate --account NAME   - a second secret beside the first, for a day or until callback switch',
    options: accountOption,
    run: rotateWebhookSecret,
  },
  'callback switch': { usage: 'callback switch --account NAME', options: accountOption, run: switchOver },
  'callback url': { usage: 'callback url URL|none --account NAME', options: accountOption, run: setUrl },
  'callback log': {
    usage: 'callback log --account NAME [--mode live|test] [--json]',
    options: { ...accountOption, ...modeOption, ...jsonOption },
    run: showCallbacks,
  },
  'callback redeliver': {
    usage: 'callback redeliver INVOICE|--failed|--from DAY [--to DAY] --account NAME [--mode live|test]',
    options: {
      ...accountOption,
      ...modeOption,
      failed: { type: 'boolean' },
      from: { type: 'string' },
      to: { type: 'string' },
    },
    run: sendAgain,
  },
  'callback test': {
    usage: 'callback test [URL] --account NAME [--mode live|test]',
    options: { ...accountOption, ...modeOption },
    run: sendTest,
  },
  'callback endpoints': {
    usage: 'callback endpoints --account NAME [--json]',
    options: { ...accountOption, ...jsonOption },
    run: showEndpoints,
  },
  'callback enable': { usage: 'callback enable ORIGIN --account NAME', options: accountOption, run: enableCallbacks },
} satisfies Commands

async function showSecrets(app: App, { options }: CommandArgs): Promise<string[]> {
  const secrets = await listWebhookSecrets(app, await findAccountByName(app, options.account))
  return secrets.map(({ secret, endsAt }) => (endsAt ? `${secret}  until ${app.calendar.format(endsAt)}` : secret))
}

async function regenerateSecret(app: App, { options }: CommandArgs): Promise<string[]> {
  const secret = await rollWebhookSecret(app, await findAccountByName(app, options.account), { overlaps: false })
  return [secret, 'It signs every callback from now on; the old secret signs nothing any more.']
}

async function rotateWebhookSecret(app: App, { options }: CommandArgs): Promise<string[]> {
  const secret = await rollWebhookSecret(app, await findAccountByName(app, options.account), { overlaps: true })
  return [
    secret,
    'webhook-signature carries both now. X-Webhook-Signature stays with the old one for a day, or until ' +
      'callback switch.',
  ]
}

async function switchOver(app: App, { options }: CommandArgs): Promise<string[]> {
  const isNew = await switchWebhookSecret(app, await findAccountByName(app, options.account))
  return [isNew ? 'The new secret alone signs from now on.' : 'There was no rotation to end.']
}

async function setUrl(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const url = words[0]
  if (!url) throw refuseField('URL', 'is where callbacks go, or none', 'missing')
  await setCallbackUrl(app, accountId, url === 'none' ? null : url)
  return [url === 'none' ? 'Callbacks have no default address now.' : `Callbacks go to ${url} by default.`]
}

async function showCallbacks(app: App, { options }: CommandArgs): Promise<string[]> {
  const owner = await findOwner(app, options)
  const callbacks = await listCallbacks(app, owner)
  const moment = (date: Date | null) => date && app.calendar.format(date)
  return formatList(callbacks, options, {
    none: 'No callback was sent yet.',
    plain: ({ createdAt, invoiceId, state, url, nextAt, attempts }) => ({
      created_at: moment(createdAt),
      invoice_id: invoiceId,
      state,
      url,
      next_at: moment(nextAt),
      attempts: attempts.map(({ number, attemptedAt, status, durationMs, error }) => {
        return { number, attempted_at: moment(attemptedAt), status, duration_ms: durationMs, error }
      }),
    }),
    line: ({ createdAt, invoiceId, state, url, nextAt, attempts }) => {
      const tries = attempts.map(
        ({ number, attemptedAt, status, durationMs, error }) =>
          `  attempt ${number}  ${moment(attemptedAt)}  ${status ?? 'no answer'}  ${durationMs} ms  ${error ?? ''}`,
      )
      const next = nextAt ? `next at ${moment(nextAt)}` : ''
      return [[moment(createdAt), invoiceId, state, url, next].join('  '), ...tries].join('\n')
    },
  })
}

async function sendAgain(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const owner = await findOwner(app, options)
  const sent = await redeliverCallbacks(app, { owner, which: readWhich(app, words[0], options), by: 'command' })
  return [`${sent} callback${sent === 1 ? ' leaves' : 's leave'} again.`]
}

function readWhich(app: App, invoiceId: string | undefined, options: CommandArgs['options']): Redelivery {
  if (invoiceId) return { invoiceId }
  if (options.failed === true) return { failed: true }
  const from = typeof options.from === 'string' ? app.calendar.startOfDay(options.from) : null
  if (from === null)
    throw refuseField('INVOICE', 'is an invoice id, or use --failed, or --from YYYY-MM-DD', 'malformed')
  const to = typeof options.to === 'string' ? app.calendar.endOfDay(options.to) : app.now()
  if (to === null)
    throw refuseField('--to', 'is a day that exists, YYYY-MM-DD: the last whose callbacks are sent again', 'not_a_day')
  if (options.to !== undefined && to <= from) throw refuseField('--to', 'is not before --from', 'conflicting')
  return { from, to }
}

async function sendTest(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const owner = await findOwner(app, options)
  const invoiceId = await sendTestCallback(app, owner, { url: words[0] || undefined, by: 'command' })
  return [`The test callback of ${invoiceId} leaves now: see callback log.`]
}

async function showEndpoints(app: App, { options }: CommandArgs): Promise<string[]> {
  const endpoints = await listEndpoints(app, await findAccountByName(app, options.account))
  const stateOf = ({ disabledAt, blockedUntil }: (typeof endpoints)[number]) => {
    if (disabledAt) return 'disabled'
    return blockedUntil && blockedUntil > app.now() ? 'held back' : 'tried'
  }
  return formatList(endpoints, options, {
    none: 'Callbacks fail nowhere.',
    plain: endpoint => ({
      origin: endpoint.origin,
      failing_since: app.calendar.format(endpoint.failingSince),
      state: stateOf(endpoint).replace(' ', '_'),
      blocked_until: endpoint.blockedUntil && app.calendar.format(endpoint.blockedUntil),
    }),
    line: endpoint => {
      const state = stateOf(endpoint)
      const until = state === 'held back' ? ` until ${app.calendar.format(endpoint.blockedUntil!)}` : ''
      return `${endpoint.origin}  failing since ${app.calendar.format(endpoint.failingSince)}  ${state}${until}`
    },
  })
}

async function enableCallbacks(app: App, { words, options }: CommandArgs): Promise<string[]> {
  if (!words[0]) throw refuseField('ORIGIN', 'is the beginning of an address, such as https://shop.example', 'missing')
  await enableEndpoint(app, await findAccountByName(app, options.account), words[0])
  return ['Callbacks leave for it again. Those of the meantime: callback redeliver --failed.']
}
