import { readFileSync } from 'node:fs'
import type { ParseArgsOptionsConfig } from 'node:util'
import { accountNamed } from '../accounts/account-named.ts'
import type { Config } from '../config.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { AccountScope, Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App, Needs } from '../needs.ts'
import type { ClientSettings } from './client-settings.ts'

/** One thing that an operator does by hand: `npm run warung -- NAME ...`. Works beside a running shop. */
export interface Command {
  usage: string
  options?: ParseArgsOptionsConfig
  /** Its lines are printed. */
  run(app: App, args: CommandArgs): Promise<string[] | CommandOutcome>
}

/** The outcome of a command that can end badly without having failed. */
export interface CommandOutcome {
  lines: string[]
  exitCode: number
}

export interface CommandArgs {
  /** Words after the command's own. */
  words: string[]
  options: Record<string, unknown>
}

/** Commands by their names, one word or two. */
export type Commands = Record<string, Command>

/** A command on the data folder, for which no database is opened. */
export interface FolderCommand extends Omit<Command, 'run'> {
  runOnFolder(config: Config, args: CommandArgs): Promise<string[]>
}

export type FolderCommands = Record<string, FolderCommand>

/** The part of a command's context that works before the database is upgraded. */
export interface AsItStands {
  config: Config
  args: CommandArgs
  connection: OpenDatabase['connection']
  sql: OpenDatabase['sql']
  print(line: string): void
  /** Upgrades the database if necessary, and opens everything else. */
  open<Result>(work: (app: App) => Promise<Result>): Promise<Result>
}

/** A command that works before the schema exists. It prints its progress, and returns its exit code. */
export interface SchemaCommand extends Omit<Command, 'run'> {
  runAsItStands(here: AsItStands): Promise<number>
}

export type SchemaCommands = Record<string, SchemaCommand>

/** A command on a shop that may be anywhere, over its API. It prints as it goes on. */
export interface RemoteCommand extends Omit<Command, 'run'> {
  runOverApi(settings: ClientSettings, args: CommandArgs, print: (line: string) => void): Promise<void>
}

export type RemoteCommands = Record<string, RemoteCommand>

/** Prints a list for programs: one JSON array. */
export const jsonOption = { json: { type: 'boolean' } } as const

/** Returns a list as lines for people, or with `--json` as one line of JSON. */
export function formatList<Item>(
  items: Item[],
  { json }: CommandArgs['options'],
  { plain, line, none }: { plain(item: Item): object; line(item: Item): string; none: string },
): string[] {
  if (json) return [JSON.stringify(items.map(plain))]
  return items.length === 0 ? [none] : items.map(line)
}

export const accountOption = { account: { type: 'string' } } as const
export const modeOption = { mode: { type: 'string' } } as const

/** Refusals: `invalid`. */
export function readMode(mode: unknown): Mode {
  if (mode === undefined) return 'live'
  if (mode !== 'live' && mode !== 'test')
    throw refuseField('--mode', 'is live or test', { code: 'not_one_of', values: ['live', 'test'] })
  return mode
}

/** The account and the mode that `--account` and `--mode` name. Refuses `invalid_request`. */
export async function ownerNamed(
  app: Needs<'em'>,
  { account, mode }: CommandArgs['options'],
): Promise<Required<AccountScope>> {
  return { accountId: await accountNamed(app, account), mode: readMode(mode) }
}

/** Null for `none`. Refusals: `invalid_request`. */
export function readPlan(word: unknown, field = '--plan'): 'trial' | 'paid' | 'premium' | null {
  const plan = ([null, 'trial', 'paid', 'premium'] as const).find(one => (one ?? 'none') === word)
  if (plan !== undefined) return plan
  const values = ['none', 'trial', 'paid', 'premium']
  throw refuseField(field, 'is none, trial, paid or premium', { code: 'not_one_of', values })
}

/** Parses `on` or `off`; any other word is refused with the meaning in `says`. */
export function readSwitch(word: string | undefined, says: string): boolean {
  if (word !== 'on' && word !== 'off') throw refuseField('on|off', says, { code: 'not_one_of', values: ['on', 'off'] })
  return word === 'on'
}

/** A whole number of nothing or more. Refusals: `invalid_request`. */
export function readNumber(field: string, text: unknown): number {
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw refuseField(field, 'is a whole number', 'not_whole')
  return Number(text)
}

/** Refusals: `invalid`, with the file system's message. */
export function readText(field: string, file: string): string {
  return readBytes(field, file).toString('utf8')
}

/** Reads a file that may be binary. */
export function readBytes(field: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw refuseField(field, (error as Error).message, 'unreadable')
  }
}

/** Reads JSON from a file or the standard input, because every user of the machine can read command lines. */
export function readJson(field: string, source: unknown): unknown {
  if (typeof source !== 'string') throw refuseField(field, 'is a JSON file, or - for the standard input', 'missing')
  try {
    return JSON.parse(readFileSync(source === '-' ? 0 : source, 'utf8'))
  } catch (error) {
    throw refuseField(field, (error as Error).message, 'unreadable')
  }
}
