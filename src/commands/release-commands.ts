import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { openNote, readVerifier, type Verifier } from '../lib/signed-note.ts'
import { type CommandArgs, type RemoteCommands, readText } from './command.ts'

const sumsNote = 'SHA256SUMS.note'
/** The release keys of this installation, which its operator trusted by installing it. */
const ownKeys = path.join(import.meta.dirname, '../../release-key.txt')

export const releaseCommands = {
  verify: {
    usage:
      `verify FILE [--key LINE|FILE]   - whether a file of a release is as it was signed; ${sumsNote} ` +
      'lies beside it',
    options: { key: { type: 'string' } },
    runOverApi: (_settings, args, print) => verifyFile(args, print),
  },
} satisfies RemoteCommands

/** Verifies a file; if it is the release note itself, verifies every local file that the note lists. */
async function verifyFile({ words: [file], options }: CommandArgs, print: (line: string) => void): Promise<void> {
  if (file === undefined) throw refuseField('FILE', 'is a file of a release', 'missing')
  if (!existsSync(file)) throw refuseField('FILE', 'is not there', 'not_found')
  const folder = path.dirname(file)
  const { text, signedBy } = openSums(readText(sumsNote, path.join(folder, sumsNote)), trustedKeys(options.key))
  const sums = readSums(text)
  const isNote = path.basename(file) === sumsNote
  const names = isNote ? [...sums.keys()].filter(name => existsSync(path.join(folder, name))) : [path.basename(file)]
  if (names.length === 0) throw new Refusal('invalid_request', 'None of the files that the release lists is here')
  for (const name of names) {
    const expected = sums.get(name)
    if (expected === undefined) throw new Refusal('invalid_request', `${name} is no file of this release`)
    if ((await hashFile(path.join(folder, name))) !== expected) {
      throw new Refusal('invalid_request', `${name} is not the file that was signed`)
    }
    print(`${name} is as ${signedBy.join(' and ')} signed it`)
  }
}

function openSums(note: string, keys: Verifier[]): { text: string; signedBy: string[] } {
  try {
    return openNote(note, keys)
  } catch (error) {
    throw refuseField(sumsNote, (error as Error).message, 'unreadable')
  }
}

function trustedKeys(keys: unknown): Verifier[] {
  if (keys === undefined && !existsSync(ownKeys)) {
    throw refuseField(
      '--key',
      'is needed: this installation knows no key of releases, so get it from whoever made the release',
      'missing',
    )
  }
  const given = keys === undefined ? ownKeys : String(keys)
  const lines = existsSync(given) ? readFileSync(given, 'utf8').split('\n') : [given]
  try {
    return lines.filter(line => line.trim() !== '' && !line.startsWith('#')).map(readVerifier)
  } catch (error) {
    throw refuseField('--key', (error as Error).message, 'unreadable')
  }
}

function readSums(text: string): Map<string, string> {
  const lines = text.split('\n').flatMap(line => {
    const [, sum, name] = /^([0-9a-f]{64}) {2}([^/\s]+)$/.exec(line) ?? []
    return sum && name ? [[name, sum] as const] : []
  })
  return new Map(lines)
}

async function hashFile(file: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return digest.digest('hex')
}
