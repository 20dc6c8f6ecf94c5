import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const linesMax = 300
const packages = path.join(import.meta.dirname, '../../packages')

/** Counts the lines of a provider's code. Blank lines, comments, and the sentences for the staff are not code. */
function countLines(name: string): number {
  const folder = path.join(packages, name, 'src')
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && file !== 'notes.ts')
  const lines = files.flatMap(file => fs.readFileSync(path.join(folder, file), 'utf8').split('\n'))
  return lines.filter(line => !/^\s*(\/\/.*|\/\*\*.*|\*.*)?$/.test(line)).length
}

test.each(['vendure', 'medusa'])('the provider for %s has at most 300 lines of code', name => {
  expect(countLines(name)).toBeGreaterThan(100)
  expect(countLines(name)).toBeLessThanOrEqual(linesMax)
})
