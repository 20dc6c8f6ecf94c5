import type { MutantOutcome } from './judge-mutants.ts'

/** Prints how many mutants the tests noticed, by top folder, for TypeScript and for SQL. */
export function reportScore(outcomes: MutantOutcome[]): string {
  const parts = Map.groupBy(outcomes, ({ room, what }) => `${room} ${what.startsWith('sql') ? 'SQL' : 'TypeScript'}`)
  const lines = [...parts].map(([part, own]) => {
    const count = (end: MutantOutcome['end']) => own.filter(outcome => outcome.end === end).length
    const [killed, survived] = [count('killed'), count('survived')]
    const share = killed + survived === 0 ? '' : `${Math.round((100 * killed) / (killed + survived))} %`
    const left = `${count('equivalent')} equivalent, ${count('stillborn')} stillborn`
    return `${part.padEnd(24)} ${killed} of ${killed + survived} seen ${share.padStart(6)}  (${left})\n`
  })
  return `\n${lines.toSorted().join('')}`
}
