import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { removeConnection } from '../connecting/remove-connection.ts'
import { replaceCredentials } from '../connecting/replace-credentials.ts'
import { createConnection } from '../connections/create-connection.ts'
import { buildHookAddress } from '../connections/hook-address.ts'
import { type ListedConnection, listConnections } from '../connections/list-connections.ts'
import { setExactAmounts } from '../connections/set-exact-amounts.ts'
import { switchConnection } from '../connections/switch-connection.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { App } from '../needs.ts'
import {
  accountOption,
  type CommandArgs,
  type Commands,
  formatList,
  jsonOption,
  modeOption,
  readJson,
  readMode,
  readNumber,
} from './command.ts'

export const connectionCommands = {
  'connection add': {
    usage: 'connection add CONNECTOR --account NAME --credentials FILE|- [--mode live|test] [--label TEXT]',
    options: { ...accountOption, ...modeOption, credentials: { type: 'string' }, label: { type: 'string' } },
    run: addConnection,
  },
  'connection list': {
    usage: 'connection list --account NAME [--json]',
    options: { ...accountOption, ...jsonOption },
    run: showConnections,
  },
  'connection off': { usage: 'connection off ID --account NAME', options: accountOption, run: switchTo(false) },
  'connection on': { usage: 'connection on ID --account NAME', options: accountOption, run: switchTo(true) },
  'connection exact': {
    usage: 'connection exact ID --account NAME   - new codes ask for exactly the price',
    options: accountOption,
    run: setExact(true),
  },
  'connection unique-codes': {
    usage: 'connection unique-codes ID --account NAME   - new codes ask for a price with a unique code',
    options: accountOption,
    run: setExact(false),
  },
  'connection remove': { usage: 'connection remove ID --account NAME', options: accountOption, run: removeByCommand },
  'connection credentials': {
    usage: 'connection credentials ID --account NAME --credentials FILE|-   - new ones for the same money',
    options: { ...accountOption, credentials: { type: 'string' } },
    run: replaceByCommand,
  },
} satisfies Commands

async function addConnection(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const mode = readMode(options.mode)
  const id = await createConnection(app, {
    accountId: await findAccountByName(app, options.account),
    connector: words[0] ?? '',
    mode,
    label: String(options.label ?? words[0]),
    credentials: readJson('--credentials', options.credentials),
  })
  const added = `Connection ${id} to ${words[0]} was added in ${mode} mode.`
  const sends = Object.values(app.connectors).some(({ id: name, receive }) => name === words[0] && receive)
  if (!sends) return [added]
  const address = buildHookAddress(app, { connector: words[0] as ConnectorId, id })
  // Without the shop's settings, a command assumes a local address, which providers cannot reach.
  const isKnown = !/^http:\/\/(?:localhost|127\.)/.test(app.config.baseUrl)
  return [
    added,
    isKnown
      ? `It is sent to ${address}`
      : `It is sent to BASE_URL of the shop and ${address.slice(app.config.baseUrl.length)}`,
  ]
}

async function showConnections(app: App, { options }: CommandArgs): Promise<string[]> {
  const connections = await listConnections(app, await findAccountByName(app, options.account))
  return formatList(connections, options, {
    none: 'There is no connection yet.',
    plain: ({ id, connector, mode, label, isActive, failingSince, reportedAt, lastFailure }) => ({
      id,
      connector,
      mode,
      label,
      is_active: isActive,
      failing_since: failingSince && app.calendar.format(failingSince),
      reported_at: reportedAt && app.calendar.format(reportedAt),
      last_failure: lastFailure?.sentence ?? null,
    }),
    line: ({ id, connector, mode, label, isActive, lastFailure, ...health }) =>
      [
        id,
        connector,
        mode,
        isActive ? 'on' : 'off',
        describeHealth(app, { connector, ...health }),
        label,
        ...(lastFailure ? [lastFailure.sentence] : []),
      ].join('  '),
  })
}

function describeHealth(
  { calendar, connectors }: App,
  { connector, failingSince, reportedAt }: Pick<ListedConnection, 'connector' | 'failingSince' | 'reportedAt'>,
): string {
  if (failingSince) return `failing since ${calendar.format(failingSince)}`
  return connectors[connector].traits.needsForwarder && reportedAt === null ? 'has never reported' : 'works'
}

function switchTo(isActive: boolean): Commands[string]['run'] {
  return async (app, { words, options }) => {
    const connectionId = readNumber('ID', words[0])
    await switchConnection(app, await findAccountByName(app, options.account), { connectionId, isActive })
    return [`Connection ${connectionId} is ${isActive ? 'on' : 'off: it serves no new payment'}.`]
  }
}

function setExact(isExact: boolean): Commands[string]['run'] {
  return async (app, { words, options }) => {
    const connectionId = readNumber('ID', words[0])
    await setExactAmounts(app, await findAccountByName(app, options.account), { connectionId, isExact })
    return [`New codes of connection ${connectionId} ask for ${isExact ? 'exactly the price' : 'a unique amount'}.`]
  }
}

async function removeByCommand(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const connectionId = readNumber('ID', words[0])
  await removeConnection(app, await findAccountByName(app, options.account), connectionId)
  return [`Connection ${connectionId} was removed.`]
}

async function replaceByCommand(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const connectionId = readNumber('ID', words[0])
  const credentials = readJson('--credentials', options.credentials)
  await replaceCredentials(app, await findAccountByName(app, options.account), { connectionId, credentials })
  return [`Connection ${connectionId} has new credentials and is asked with them now.`]
}
