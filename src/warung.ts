import { findUsage, renderCompletionScript } from './commands/help.ts'
import { readUsages } from './commands/read-usages.ts'
import { toPlainLine } from './lib/plain-text.ts'
import { version } from './lib/version.ts'

/** The entry point of `npm run warung`. It answers questions about commands without loading the program. */

// A reader that has seen enough, such as `head`, ends the output and not the command.
process.stdout.on('error', error => {
  if (!('code' in error && error.code === 'EPIPE')) throw error
})
process.exitCode = await runMain(process.argv.slice(2))

async function runMain(words: string[]): Promise<number> {
  const helped = words[0] === '--version' ? [version] : findHelp(words)
  if (!helped) {
    const { runCommand } = await import('./command-line.ts')
    return runCommand(words)
  }
  for (const line of helped) process.stdout.write(`${toPlainLine(line)}\n`)
  return 0
}

/** Returns the lines of `help`, `--help` and `completion`; null for everything else. */
function findHelp(words: string[]): string[] | null {
  const isAsked = words.includes('--help') || words.includes('-h')
  if (!isAsked && words[0] !== 'completion' && words[0] !== 'help') return null
  const usages = readUsages(process.env.MODULES)
  if (words[0] === 'completion') return renderCompletionScript(usages)
  if (words[0] === 'help') return findUsage(usages, words.slice(1))
  return findUsage(
    usages,
    words.filter(word => !word.startsWith('-')),
  )
}
