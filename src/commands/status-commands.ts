import { listSweeps } from '../accounts/list-sweeps.ts'
import { readBacklog, stuckAfterS } from '../doctor/read-backlog.ts'
import { formatRupiah } from '../lib/money.ts'
import { version } from '../lib/version.ts'
import type { App } from '../needs.ts'
import { readVolumeByAccount } from '../payments/statistics/read-volume-by-account.ts'
import { type CommandArgs, type CommandOutcome, type Commands, jsonOption } from './command.ts'

export const statusCommands = {
  status: {
    usage:
      'status [--json]   - one screen: whether work is done, money moves, and what needs a person; exit code 1 if not',
    options: jsonOption,
    run: showStatus,
  },
} satisfies Commands

const workTexts = {
  charges_to_make: 'codes to make',
  readings_due: 'connections to read',
  payments_to_expire: 'payments to expire',
  transfers_unsettled: 'transfers to settle',
  callbacks_due: 'callbacks to send',
  notices_due: 'messages to send',
}

const troubleTexts = {
  connections_failing: 'connections fail           warung doctor connections',
  transfers_in_review: 'transfers in review        warung transfer list',
  withdrawals_open: 'withdrawals to decide      warung withdrawal list',
  callbacks_dead: 'callbacks given up         warung callback log',
  notices_dead: 'messages given up          /operator/dead',
  updates_dead: 'updates of bots given up   warung bot dead',
}

async function showStatus(app: App, { options }: CommandArgs): Promise<CommandOutcome> {
  const [{ work, trouble }, sweeps, { whole }] = await Promise.all([
    readBacklog(app),
    listSweeps(app),
    readVolumeByAccount(app, 'live'),
  ])
  const failing = sweeps.filter(({ failures }) => failures > 0)
  const newest = sweeps.map(({ ranAt }) => ranAt.getTime()).reduce((one, other) => Math.max(one, other), 0)
  const isWorking = newest > Date.now() - stuckAfterS * 1000
  const late = Object.values(work).filter(({ oldestS }) => oldestS > stuckAfterS)
  const isWrong = !isWorking || late.length > 0 || failing.length > 0 || trouble.connections_failing > 0
  const ran = newest === 0 ? 'never' : app.calendar.format(new Date(newest))
  if (options.json) {
    const failed = failing.map(({ name, failures, error }) => ({ name, failures, error }))
    const money = { today: whole.today, paid_today: whole.paidToday, week: whole.week, month: whole.month }
    const answer = { is_wrong: isWrong, version, is_working: isWorking, last_work: ran, money, work, trouble, failed }
    return { lines: [JSON.stringify(answer)], exitCode: isWrong ? 1 : 0 }
  }
  const waiting = Object.entries(work).filter(([, { count }]) => count > 0)
  const people = Object.entries(trouble).filter(([, count]) => count > 0)
  return {
    lines: [
      `Warung ${version}   ${isWrong ? 'NEEDS ATTENTION' : 'works'}`,
      `Jobs     ${isWorking ? 'run' : 'STAND STILL'}, last ${ran}`,
      `Money    today ${formatRupiah(whole.today)} (${whole.paidToday} paid), 7 days ${formatRupiah(whole.week)}, ` +
        `30 days ${formatRupiah(whole.month)}`,
      ...formatSection('Waiting', waiting, ([name, { count, oldestS }]) => {
        const age = `oldest ${Math.round(oldestS)} s${oldestS > stuckAfterS ? ', LATE' : ''}`
        return `${number(count)} ${workTexts[name as keyof typeof workTexts]}, ${age}`
      }),
      ...formatSection('People', people, ([name, count]) => {
        return `${number(count)} ${troubleTexts[name as keyof typeof troubleTexts]}`
      }),
      ...formatSection('Failing', failing, ({ name, failures, error }) => `${name}, ${failures} times: ${error ?? ''}`),
    ],
    exitCode: isWrong ? 1 : 0,
  }
}

const number = (count: number) => String(count).padStart(5)

function formatSection<Row>(title: string, rows: readonly Row[], line: (row: Row) => string): string[] {
  if (rows.length === 0) return [`${title.padEnd(8)} nothing`]
  return [title, ...rows.map(row => `  ${line(row)}`)]
}
