import { listSweeps } from '../accounts/list-sweeps.ts'
import type { App } from '../needs.ts'
import { listDeadUpdates } from '../notices/list-dead-updates.ts'
import { retryUpdate } from '../notices/retry-update.ts'
import { type CommandArgs, type Commands, readNumber } from './command.ts'

const listedAtOnce = 50

export const workCommands = {
  'work sweeps': {
    usage: 'work sweeps   - recurring work: when it last ran, when it runs next, its last error',
    run: sweeps,
  },
  'bot dead': { usage: 'bot dead   - what people wrote to bots and could not be handled', run: dead },
  'bot retry': { usage: 'bot retry BOT UPDATE   - both as bot dead lists them', run: retry },
} satisfies Commands

async function sweeps(app: App): Promise<string[]> {
  const { format } = app.calendar
  return (await listSweeps(app)).map(({ name, everyMs, ranAt, tookMs, nextAt, failures, error, failedAt }) =>
    [
      name,
      `every ${everyMs / 1000} s`,
      `ran ${format(ranAt)} (${tookMs} ms)`,
      nextAt ? `next ${format(nextAt)}` : 'next unknown',
      failures > 0 ? `failed ${failures} times` : 'works',
      ...(error && failedAt ? [`last error ${format(failedAt)}: ${error}`] : []),
    ].join('  '),
  )
}

async function dead(app: App): Promise<string[]> {
  const updates = await listDeadUpdates(app, listedAtOnce)
  return updates.map(({ botId, updateId, username, reference, error, attempts, endedAt }) =>
    [botId, updateId, `@${username}`, reference, endedAt && app.calendar.format(endedAt), `${attempts} tries`, error]
      .filter(Boolean)
      .join('  '),
  )
}

async function retry(app: App, { words }: CommandArgs): Promise<string[]> {
  const [botId, updateId] = [readNumber('BOT', words[0]), readNumber('UPDATE', words[1])]
  await retryUpdate(app, { botId, updateId })
  return ['The bot handles it again.']
}
