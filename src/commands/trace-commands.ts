import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { findConnectionOwner } from '../connections/find-connection-owner.ts'
import type { Exchange } from '../connections/trace/exchange.ts'
import { openTrace } from '../connections/trace/open-trace.ts'
import { exchangesMax, startTrace } from '../connections/trace/start-trace.ts'
import { type TrialStepName, tryConnection } from '../connections/try-connection.ts'
import type { App } from '../needs.ts'
import { accountOption, type CommandArgs, type CommandOutcome, type Commands, readNumber } from './command.ts'

export const traceCommands = {
  'connection trace': {
    usage:
      'connection trace ID [--account NAME] [--again]   - stores the next ten exchanges with its provider for a day, ' +
      'without secrets; called once more it shows them',
    options: { ...accountOption, again: { type: 'boolean' } },
    run: traceByCommand,
  },
  'connection try': {
    usage:
      'connection try ID [--amount 1000] [--account NAME]   - makes one code at its provider, shows each step, and ' +
      'takes the code back',
    options: { ...accountOption, amount: { type: 'string' } },
    run: makeTrial,
  },
} satisfies Commands

async function traceByCommand(app: App, args: CommandArgs): Promise<string[]> {
  const { accountId, connectionId } = await readTraceTarget(app, args)
  const { left, exchanges } = await openTrace(app, accountId, connectionId)
  const isOver = left === 0 && exchanges.length === 0
  if (isOver || args.options.again) {
    await startTrace(app, accountId, connectionId)
    return [
      `The next ${exchangesMax} exchanges of connection ${connectionId} are stored for a day.`,
      `See them with \`connection trace ${connectionId}\`.`,
    ]
  }
  return [
    ...exchanges.flatMap((exchange, index) => [
      `${index + 1}  ${app.calendar.format(exchange.at)}`,
      ...exchangeLines(exchange).map(line => `   ${line}`),
    ]),
    left > 0
      ? `${left} more are stored as they come.`
      : `That was all. \`connection trace ${connectionId} --again\` stores the next ${exchangesMax} in their place.`,
  ]
}

const stepNames: Record<TrialStepName, string> = {
  code: 'Makes a code',
  status: 'Asks about it',
  cancel: 'Takes it back',
  account: 'Asks whose account it is',
}

async function makeTrial(app: App, args: CommandArgs): Promise<CommandOutcome> {
  const { accountId, connectionId } = await readTraceTarget(app, args)
  const amount = args.options.amount === undefined ? 1000 : readNumber('--amount', args.options.amount)
  const { steps, openUntil } = await tryConnection(app, accountId, { connectionId, amount })
  const lines = steps.flatMap(({ name, failure, exchanges }) => [
    `${stepNames[name]}: ${failure === null ? 'done' : `${failure.kind}: ${failure.sentence}`}`,
    ...exchanges.flatMap(exchangeLines).map(line => `   ${line}`),
  ])
  const isMade = steps[0]!.failure === null
  const end = openUntil && `The code stays payable until ${app.calendar.format(openUntil)}: nobody was shown it.`
  return { lines: [...lines, ...(end ? [end] : [])], exitCode: isMade ? 0 : 1 }
}

/** Returns an exchange as lines: the request, the text covered by its signature, and the answer. */
function exchangeLines(exchange: Exchange): string[] {
  const { direction, method, address, headers, stringsToSign, body, answer, problem, durationMs } = exchange
  const took = durationMs === null ? '' : `  (${durationMs} ms)`
  return [
    `${direction === 'out' ? 'sent' : 'received'}  ${method} ${address}${took}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    // Quoted on one line, because line breaks inside the text would not be visible otherwise.
    ...stringsToSign.map(text => `string to sign: ${JSON.stringify(text)}`),
    ...(body === '' ? [] : [`body: ${body}`]),
    answer === null ? `no answer: ${problem}` : `answer: ${answer.status} ${answer.body}`,
  ]
}

async function readTraceTarget(app: App, { words, options }: CommandArgs) {
  const connectionId = readNumber('ID', words[0])
  const isNamed = options.account !== undefined
  const accountId = isNamed
    ? await findAccountByName(app, options.account)
    : await findConnectionOwner(app, connectionId)
  return { accountId, connectionId }
}
