import { listSweeps } from '../accounts/list-sweeps.ts'
import type { App } from '../needs.ts'
import { listDeadUpdates } from '../notices/list-dead-updates.ts'
import { retryUpdate } from '../notices/retry-update.ts'
import { type CommandArgs, type Commands, formatList, jsonOption, readNumber } from './command.ts'

const listedAtOnce = 50

export const workCommands = {
  'work sweeps': {
    usage: 'work sweeps [--json]   - recurring work: when it last ran, when it runs next, its last error',
    options: jsonOption,
    run: printSweeps,
  },
  'bot dead': {
    usage: 'bot dead [--json]   - what people wrote to bots and could not be handled',
    options: jsonOption,
    run: printDead,
  },
  'bot retry': { usage: 'bot retry BOT UPDATE   - both as bot dead lists them', run: retryByCommand },
} satisfies Commands

async function printSweeps(app: App, { options }: CommandArgs): Promise<string[]> {
  const { format } = app.calendar
  return formatList(await listSweeps(app), options, {
    none: 'Nothing has run yet.',
    plain: ({ name, everyMs, ranAt, tookMs, nextAt, failures, error, failedAt }) => ({
      name,
      every_ms: everyMs,
      ran_at: format(ranAt),
      took_ms: tookMs,
      next_at: nextAt && format(nextAt),
      failures,
      error,
      failed_at: failedAt && format(failedAt),
    }),
    line: ({ name, everyMs, ranAt, tookMs, nextAt, failures, error, failedAt }) =>
      [
        name,
        `every ${everyMs / 1000} s`,
        `ran ${format(ranAt)} (${tookMs} ms)`,
        nextAt ? `next ${format(nextAt)}` : 'next unknown',
        failures > 0 ? `failed ${failures} times` : 'works',
        ...(error && failedAt ? [`last error ${format(failedAt)}: ${error}`] : []),
      ].join('  '),
  })
}

async function printDead(app: App, { options }: CommandArgs): Promise<string[]> {
  const moment = (date: Date | null) => date && app.calendar.format(date)
  return formatList(await listDeadUpdates(app, listedAtOnce), options, {
    none: 'Every update was handled.',
    plain: ({ botId, updateId, username, reference, error, attempts, endedAt }) => ({
      bot_id: botId,
      update_id: updateId,
      username,
      reference,
      ended_at: moment(endedAt),
      attempts,
      error,
    }),
    line: ({ botId, updateId, username, reference, error, attempts, endedAt }) =>
      [botId, updateId, `@${username}`, reference, moment(endedAt), `${attempts} tries`, error]
        .filter(Boolean)
        .join('  '),
  })
}

async function retryByCommand(app: App, { words }: CommandArgs): Promise<string[]> {
  const [botId, updateId] = [readNumber('BOT', words[0]), readNumber('UPDATE', words[1])]
  await retryUpdate(app, { botId, updateId })
  return ['The bot handles it again.']
}
