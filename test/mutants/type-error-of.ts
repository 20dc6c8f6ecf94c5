import { execFileSync } from 'node:child_process'

/**
 * Returns what the compiler says of the copy as it stands; null where it takes it. It remembers what it read before.
 */
export function typeErrorOf(dir: string): string | null {
  const command = ['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false']
  try {
    execFileSync(process.execPath, command, { cwd: dir, stdio: 'pipe' })
    return null
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? error).split('\n')[0]!
  }
}
