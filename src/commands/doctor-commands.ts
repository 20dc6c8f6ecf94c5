import { type ExaminedPart, examine, examinedParts } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import type { CommandArgs, Commands, Told } from './command.ts'

export const doctorCommands = {
  doctor: {
    usage: `doctor [${examinedParts.join('|')} ...] [--json]   - looks at everything and changes nothing; exit code 1 when something is wrong`,
    options: { json: { type: 'boolean' } },
    run: runDoctor,
  },
} satisfies Commands

async function runDoctor(app: App, { words, options }: CommandArgs): Promise<Told> {
  const unknown = words.find(word => !examinedParts.includes(word as ExaminedPart))
  if (unknown !== undefined) throw refuseField('PART', `is one of ${examinedParts.join(', ')}`)
  const findings = await examine(app, words.length > 0 ? (words as ExaminedPart[]) : undefined)
  const isWrong = findings.some(({ state }) => state === 'wrong')
  return {
    lines: options.json ? [JSON.stringify({ is_wrong: isWrong, findings })] : tell(findings),
    exitCode: isWrong ? 1 : 0,
  }
}

const signs = { well: 'well   ', warning: 'warning', wrong: 'WRONG  ' } as const

function tell(findings: Finding[]): string[] {
  const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length
  return [
    ...findings.flatMap(({ subject, state, sentence, advice }) => [
      `${signs[state]}  ${subject.padEnd(11)}${sentence}`,
      ...(advice === undefined ? [] : [`${' '.repeat(20)}-> ${advice}`]),
    ]),
    `${count('wrong')} wrong, ${count('warning')} to look at, ${count('well')} well.`,
  ]
}
