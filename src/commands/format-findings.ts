import type { Finding } from '../doctor/finding.ts'

const signs = { well: 'well   ', warning: 'warning', wrong: 'WRONG  ' } as const

/** Formats each finding as a line, followed by what to do. */
export function formatFindings(findings: Finding[]): string[] {
  const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length
  return [
    ...findings.flatMap(({ subject, state, sentence, advice }) => [
      `${signs[state]}  ${subject.padEnd(11)}${sentence}`,
      ...(advice === undefined ? [] : [`${' '.repeat(20)}-> ${advice}`]),
    ]),
    `${count('wrong')} wrong, ${count('warning')} to look at, ${count('well')} well.`,
  ]
}
