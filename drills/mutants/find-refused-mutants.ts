import { execFileSync } from 'node:child_process'
import type { Mutant } from './mutant.ts'
import type { Workshop } from './workshop.ts'

/**
 * Returns the mutants that the compiler refuses, with its messages. Mutants of different files are applied together,
 * and the set is halved until the cause is known: a check takes gigabytes and a minute.
 */
export function findRefusedMutants(workshop: Workshop, mutants: Mutant[]): Map<Mutant, string> {
  const refused = new Map<Mutant, string>()
  const left = [...mutants]
  while (left.length > 0) {
    const together = [...new Map(left.map(mutant => [mutant.file, mutant])).values()]
    for (const mutant of together) left.splice(left.indexOf(mutant), 1)
    look(together)
  }
  return refused

  function look(together: Mutant[]): void {
    const why = typeErrorOf(workshop, together)
    if (why === null) return
    if (together.length === 1) {
      refused.set(together[0]!, why)
      return
    }
    const half = Math.ceil(together.length / 2)
    look(together.slice(0, half))
    look(together.slice(half))
  }
}

/**
 * Returns the compiler's error about the copy with these mutants; null if it compiles. It caches what it read before.
 */
function typeErrorOf(workshop: Workshop, mutants: Mutant[]): string | null {
  const command = ['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false', '--checkers', '1']
  for (const mutant of mutants) workshop.put(mutant)
  try {
    execFileSync(process.execPath, command, { cwd: workshop.dir, stdio: 'pipe' })
    return null
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? error).split('\n')[0]!
  } finally {
    for (const mutant of mutants) workshop.takeBack(mutant)
  }
}
