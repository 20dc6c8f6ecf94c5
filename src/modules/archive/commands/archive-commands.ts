import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { findAccountByName } from '../../../accounts/find-account-by-name.ts'
import { type CommandArgs, type Commands, readPlan, readText } from '../../../commands/command.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import type { Figure } from '../archive-format.ts'
import { exportAccount } from '../export-account.ts'
import { type ImportOutcome, importAccount } from '../import-account.ts'

const passphraseOptions = { passphrase: { type: 'boolean' }, 'passphrase-file': { type: 'string' } } as const

export const archiveCommands = {
  'account export': {
    usage:
      'account export NAME --to FILE [--passphrase | --passphrase-file FILE]   ' +
      '- everything of one account, to be imported elsewhere; secrets only with a passphrase (docs/operate.md)',
    options: { to: { type: 'string' }, ...passphraseOptions },
    run: exportByHand,
  },
  'account import': {
    usage:
      'account import FILE [--as NAME] [--plan none|trial|paid|premium] [--passphrase | --passphrase-file FILE]   ' +
      '- an account of another installation, all or nothing',
    options: { as: { type: 'string' }, plan: { type: 'string' }, ...passphraseOptions },
    run: importByHand,
  },
} satisfies Commands

async function exportByHand(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, words[0], 'NAME')
  if (typeof options.to !== 'string') throw refuseField('--to', 'is the archive, such as kopi.tar', 'missing')
  const passphrase = await readPassphrase(options, true)
  const { figures, underWay } = await exportAccount(app, { accountId, file: options.to, passphrase })
  const open = Object.entries(underWay).filter(([, count]) => count > 0)
  return [
    ...formatFigures(figures),
    `${options.to} holds everything of ${words[0]}. ` +
      'You alone can read it: customers, orders and sold goods are inside.',
    passphrase === undefined
      ? 'Credentials of connections, tokens of bots, members and the webhook secret stayed behind. ' +
        'With --passphrase they come along, sealed.'
      : 'Secrets are inside, sealed with the passphrase, without which nobody opens them.',
    ...(open.length > 0
      ? [
          `Not over yet: ${open.map(([what, count]) => `${count} ${what}`).join(', ')}. They end here: ` +
            'where it is imported, open payments and orders arrive as cancelled, and callbacks are not sent.',
        ]
      : []),
  ]
}

async function importByHand(app: App, { words: [file], options }: CommandArgs): Promise<string[]> {
  if (!file) throw refuseField('FILE', 'is the archive, such as kopi.tar', 'missing')
  const name = typeof options.as === 'string' ? options.as : undefined
  const passphrase = await readPassphrase(options, false)
  const plan = readPlan(options.plan ?? 'paid') ?? undefined
  const imported = await importAccount(app, { file, name, passphrase, plan })
  return [
    ...formatFigures(imported.figures),
    `Account ${imported.name} is here, and its books are what the archive says.`,
    'What was open arrived as cancelled, and can never be paid here.',
    ...(imported.secrets ? describeSecrets(imported) : describeMissing(imported)),
    ...imported.named.keys.map(label => `API key to be made anew: ${label}`),
    "Limits, fees, grants and permissions are the operator's to give again.",
    'A balance is what the books say: the installation that received the money owes it.',
  ]
}

const inRupiah = /^(payments|received|booked|fees|balance|transfers|withdrawals|orders)\b/

/** Returns the same lines on both sides, so that people can compare them. */
function formatFigures(figures: readonly Figure[]): string[] {
  return figures.map(({ name, count, sum }) => {
    const amount = inRupiah.test(name) ? formatRupiah(sum) : String(sum)
    return sum === 0 ? `${name}: ${count}` : `${name}: ${count}, together ${amount}`
  })
}

function describeSecrets({ name, secrets }: ImportOutcome): string[] {
  const { connections, endpoints, refused, members, bots } = secrets!
  return [
    ...connections.map(
      label => `Connection ${label}: switched off. Switch it on when the other installation reads it no more.`,
    ),
    ...endpoints.map(label => `Endpoint ${label}: hears of what happens here from now on.`),
    ...refused.map(label => `To be made anew: ${label}`),
    ...bots.map(
      bot => `Bot @${bot}: stop it there, then npm run warung -- bot add --account ${name} --imported ${bot}`,
    ),
    ...members.map(({ was, username, hasPassword }) =>
      [
        was === username ? `Member ${username}` : `Member ${was} is ${username} here, because the name is taken`,
        hasPassword
          ? 'the password is the one of before'
          : `without a password: npm run warung -- user reset ${username}`,
      ].join(': '),
    ),
    'Passkeys, social sign-ins and codes through the bot are set up anew, and e-mail addresses are verified anew.',
  ]
}

function describeMissing({
  name,
  hasSealed,
  named: { endpoints, connections, bots, members },
}: ImportOutcome): string[] {
  return [
    hasSealed
      ? 'The archive has sealed secrets, which were left in it: they come along with --passphrase.'
      : 'The archive has no secrets.',
    'Made anew: the webhook secret, which the dashboard shows.',
    ...endpoints.map(label => `Endpoint to be made anew: ${label}`),
    ...connections.map(label => `Connection to be made anew: ${label}`),
    ...bots.map(bot => `Bot to be added: ${bot}, by npm run warung -- bot add --account ${name}`),
    ...members.map(member => `Member to be added: ${member}, by npm run warung -- user add NAME --account ${name}`),
  ]
}

/** Reads the passphrase; undefined if none is given. Refuses `invalid_request`. */
async function readPassphrase(options: CommandArgs['options'], isNew: boolean): Promise<string | undefined> {
  const file = options['passphrase-file']
  if (typeof file === 'string') return readText('--passphrase-file', file).replace(/\r?\n$/, '')
  if (options.passphrase !== true) return undefined
  if (!process.stdin.isTTY)
    throw refuseField('--passphrase', 'is asked for at a terminal; elsewhere use --passphrase-file', 'missing')
  const given = await askPassphrase('Passphrase: ')
  if (isNew && (await askPassphrase('Once more: ')) !== given)
    throw refuseField('--passphrase', 'was not the same twice', 'wrong')
  return given
}

async function askPassphrase(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
