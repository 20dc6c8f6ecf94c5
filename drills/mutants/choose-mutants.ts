import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Mutant } from './mutant.ts'
import { isReadable, mutateTypescript } from './mutate-typescript.ts'
import type { Workshop } from './workshop.ts'

export interface MutantChoice {
  seed: string
  count: number
  room: string
  /** The kind of mutants: `sql` or `ts`. */
  only?: string | undefined
  /** A part of the path. */
  part?: string | undefined
  /** Returns whether a mutant may be chosen. */
  reaches?: ((mutant: Mutant) => boolean) | undefined
}

/** Chooses the requested number of mutants for each top folder. They depend only on the seed and the sources. */
export function chooseMutants(
  { dir, source }: Pick<Workshop, 'dir' | 'source'>,
  { seed, count, room, only, part = '', reaches = () => true }: MutantChoice,
): Mutant[] {
  const files = fs.globSync(`src/${room}/**/*.ts`, { cwd: dir }).map(file => file.split(path.sep).join('/'))
  if (files.length === 0) throw new Error(`no room ${room} in src`)
  const all = files
    .filter(file => file.includes(part))
    .toSorted()
    .flatMap(file => mutateTypescript(file, source(file)).map(change => ({ file, ...change })))
  const wanted = all.filter(({ what }) => only === undefined || what.startsWith('sql') === (only === 'sql'))
  const rank = ({ file, start, end, instead }: Mutant) =>
    createHash('sha256').update(`${seed} ${file} ${start} ${end} ${instead}`).digest('hex')
  const ranked = wanted
    .map(mutant => ({ mutant, rank: rank(mutant) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
  const chosen: Mutant[] = []
  for (const { mutant } of ranked) {
    if (chosen.length === count) break
    if (reaches(mutant) && isReadable(mutant.file, source(mutant.file), mutant)) chosen.push(mutant)
  }
  return chosen
}
