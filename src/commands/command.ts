import { readFileSync } from 'node:fs'
import type { ParseArgsOptionsConfig } from 'node:util'
import { findAccountByName } from '../accounts/find-account-by-name.ts'
import type { Config } from '../config.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { AccountScope, Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App, Needs } from '../needs.ts'
import type { ClientSettings } from './client-settings.ts'

/** An operator's command, `npm run warung -- NAME ...`. It works while the shop is running. */
export interface Command {
  usage: string
  options?: ParseArgsOptionsConfig
  /** Returns the lines to print. */
  run(app: App, args: CommandArgs): Promise<string[] | CommandOutcome>
}

/** The outcome of a command that may report a problem without having failed. */
export interface CommandOutcome {
  lines: string[]
  exitCode: number
}

export interface CommandArgs {
  /** The arguments after the command's own words. */
  words: string[]
  options: Record<string, unknown>
}

/** Commands by name, which is one word or two. */
export type Commands = Record<string, Command>

/** A command on the data folder, which opens no database. */
export interface FolderCommand extends Omit<Command, 'run'> {
  runOnFolder(config: Config, args: CommandArgs): Promise<string[]>
}

export type FolderCommands = Record<string, FolderCommand>

/** The context of a command before the database is upgraded. */
export interface SchemaCommandContext {
  config: Config
  args: CommandArgs
  connection: OpenDatabase['connection']
  sql: OpenDatabase['sql']
  print(line: string): void
  /** Upgrades the database if necessary, and opens the rest of the application. */
  open<Result>(work: (app: App) => Promise<Result>): Promise<Result>
}

/** A command that works before the schema exists. It prints its progress and returns its exit code. */
export interface SchemaCommand extends Omit<Command, 'run'> {
  runAsItStands(here: SchemaCommandContext): Promise<number>
}

export type SchemaCommands = Record<string, SchemaCommand>

/** A command on a shop, possibly remote, over its API. It prints its progress. */
export interface RemoteCommand extends Omit<Command, 'run'> {
  runOverApi(settings: ClientSettings, args: CommandArgs, print: (line: string) => void): Promise<void>
}

export type RemoteCommands = Record<string, RemoteCommand>

/** The option to print a list as one JSON array, for programs. */
export const jsonOption = { json: { type: 'boolean' } } as const

/** Returns a list as lines of text, or with `--json` as one line of JSON. */
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

/** Parses a mode. Refuses `invalid_request`. */
export function readMode(mode: unknown): Mode {
  if (mode === undefined) return 'live'
  if (mode !== 'live' && mode !== 'test')
    throw refuseField('--mode', 'is live or test', { code: 'not_one_of', values: ['live', 'test'] })
  return mode
}

/** Returns the account and mode named by `--account` and `--mode`. Refuses `invalid_request`. */
export async function findOwner(
  app: Needs<'em'>,
  { account, mode }: CommandArgs['options'],
): Promise<Required<AccountScope>> {
  return { accountId: await findAccountByName(app, account), mode: readMode(mode) }
}

/** Parses a plan; null for `none`. Refuses `invalid_request`. */
export function readPlan(word: unknown, field = '--plan'): 'trial' | 'paid' | 'premium' | null {
  const plan = ([null, 'trial', 'paid', 'premium'] as const).find(one => (one ?? 'none') === word)
  if (plan !== undefined) return plan
  const values = ['none', 'trial', 'paid', 'premium']
  throw refuseField(field, 'is none, trial, paid or premium', { code: 'not_one_of', values })
}

/** Parses `on` or `off`. Any other word is refused with the explanation in `says`. */
export function readSwitch(word: string | undefined, says: string): boolean {
  if (word !== 'on' && word !== 'off') throw refuseField('on|off', says, { code: 'not_one_of', values: ['on', 'off'] })
  return word === 'on'
}

/** Parses a whole number, at least zero. Refuses `invalid_request`. */
export function readNumber(field: string, text: unknown): number {
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw refuseField(field, 'is a whole number', 'not_whole')
  return Number(text)
}

/** Reads a text file. Refuses `invalid_request`, with the file system's message. */
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

/** Reads JSON from a file or the standard input, because all users of the machine can read command lines. */
export function readJson(field: string, source: unknown): unknown {
  if (typeof source !== 'string') throw refuseField(field, 'is a JSON file, or - for the standard input', 'missing')
  try {
    return JSON.parse(readFileSync(source === '-' ? 0 : source, 'utf8'))
  } catch (error) {
    throw refuseField(field, (error as Error).message, 'unreadable')
  }
}
