import { commandActor } from '../../../accounts/audit.ts'
import { findAccountByName } from '../../../accounts/find-account-by-name.ts'
import {
  accountOption,
  type CommandArgs,
  type Commands,
  formatList,
  jsonOption,
  modeOption,
  readMode,
} from '../../../commands/command.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { createWebhook } from '../create-webhook.ts'
import { deleteWebhook } from '../delete-webhook.ts'
import { listWebhooks, type WebhookOwner } from '../list-webhooks.ts'
import { replaceWebhookSecret } from '../roll-webhook-secret.ts'
import { sendExample } from '../send-example.ts'
import { updateWebhook } from '../update-webhook.ts'

const options = { ...accountOption, ...modeOption } as const
const where = '--account NAME [--mode live|test]'

export const webhookCommands = {
  'endpoint create': {
    usage: `endpoint create URL ${where} [--types payment.paid,order.placed] [--name TEXT]`,
    options: { ...options, types: { type: 'string' }, name: { type: 'string' } },
    run: createByCommand,
  },
  'endpoint list': {
    usage: `endpoint list ${where} [--json]`,
    options: { ...options, ...jsonOption },
    run: listByCommand,
  },
  'endpoint on': { usage: `endpoint on ID ${where}`, options, run: (app, args) => changeByCommand(app, args, true) },
  'endpoint off': { usage: `endpoint off ID ${where}`, options, run: (app, args) => changeByCommand(app, args, false) },
  'endpoint roll': {
    usage: `endpoint roll ID ${where} [--overlap HOURS]`,
    options: { ...options, overlap: { type: 'string' } },
    run: rollByCommand,
  },
  'endpoint test': { usage: `endpoint test ID TYPE ${where}`, options, run: testByCommand },
  'endpoint delete': { usage: `endpoint delete ID ${where}`, options, run: removeByCommand },
} satisfies Commands

async function findOwner(app: App, { options: given }: CommandArgs): Promise<WebhookOwner> {
  return { accountId: await findAccountByName(app, given.account), mode: readMode(given.mode) }
}

async function createByCommand(app: App, args: CommandArgs): Promise<string[]> {
  const { types, name } = args.options
  const asked = {
    url: requireWord(args, 0, 'URL'),
    types: typeof types === 'string' ? types.split(',').map(type => type.trim()) : null,
    description: typeof name === 'string' ? name : null,
  }
  const { endpoint, secret } = await createWebhook(app, await findOwner(app, args), asked, commandActor)
  return [endpoint.id, `${secret}  - shown this once`, `${endpoint.publicKey}  - checks v1a`]
}

async function listByCommand(app: App, args: CommandArgs): Promise<string[]> {
  const endpoints = await listWebhooks(app, await findOwner(app, args))
  return formatList(endpoints, args.options, {
    none: 'There is no endpoint yet.',
    plain: ({ id, format, shownAddress, types, disabledReason }) => ({
      id,
      format,
      types,
      url: shownAddress,
      disabled_reason: disabledReason,
    }),
    line: ({ id, format, shownAddress, types, disabledReason }) =>
      [id, format, shownAddress, types?.join(',') ?? 'all types', disabledReason ?? 'on'].join('  '),
  })
}

async function changeByCommand(app: App, args: CommandArgs, enabled: boolean): Promise<string[]> {
  const endpointId = requireWord(args, 0, 'ID')
  await updateWebhook(app, await findOwner(app, args), { endpointId, change: { enabled }, by: commandActor })
  return [enabled ? 'It is sent what waits, and what happens from now on.' : 'It is sent nothing until endpoint on.']
}

async function rollByCommand(app: App, args: CommandArgs): Promise<string[]> {
  const { overlap } = args.options
  const asked = {
    endpointId: requireWord(args, 0, 'ID'),
    overlapHours: overlap === undefined ? undefined : Number(overlap),
  }
  const { secret, oldEndsAt } = await replaceWebhookSecret(app, await findOwner(app, args), asked, commandActor)
  return [`${secret}  - shown this once`, `The old one signs beside it until ${app.calendar.format(oldEndsAt)}.`]
}

async function testByCommand(app: App, args: CommandArgs): Promise<string[]> {
  const asked = { endpointId: requireWord(args, 0, 'ID'), type: requireWord(args, 1, 'TYPE'), by: commandActor.actor }
  return [`Delivery ${await sendExample(app, await findOwner(app, args), asked)} is on its way.`]
}

async function removeByCommand(app: App, args: CommandArgs): Promise<string[]> {
  await deleteWebhook(app, await findOwner(app, args), requireWord(args, 0, 'ID'), commandActor)
  return ['It is removed.']
}

function requireWord({ words }: CommandArgs, place: number, name: string): string {
  const word = words[place]
  if (word === undefined) throw refuseField(name, 'is required', 'missing')
  return word
}
