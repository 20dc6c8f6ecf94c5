import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import drills from '../package.json' with { type: 'json' }
import { type ShortForm, shortForms } from './short-forms.ts'

/*
 * `npm run -w drills scripts`, or with names of scripts. It runs each script of the shop and of the drills that CI does
 * not run anyway, in its shortest form, so that a broken script is noticed.
 */
const root = path.join(import.meta.dirname, '..', '..')
const limitMs = 600_000

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !(name in shortForms))
if (unknown.length > 0) throw new Error(`No short form is known of ${unknown.join(', ')}`)
for (const name of asked.length > 0 ? asked : Object.keys(shortForms)) {
  const missing = whatIsMissing(shortForms[name]!)
  if (missing !== undefined) say(name, `left out. ${missing}`)
  else if (!(await isRun(name, shortForms[name]!))) process.exitCode = 1
}

async function isRun(name: string, { args = [], settings, leaves, endsWith = 0 }: ShortForm): Promise<boolean> {
  const before = leaves && digestOf(leaves)
  const since = performance.now()
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], {
    cwd: name in drills.scripts ? path.join(root, 'drills') : root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
  })
  const written: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => written.push(chunk))
  const [code, signal] = await once(child, 'close')
  const changed = leaves !== undefined && digestOf(leaves) !== before
  say(name, `${Math.round((performance.now() - since) / 1000)} s`)
  if (code === endsWith && !changed) return true
  if (code !== endsWith) process.stdout.write(Buffer.concat(written))
  say(name, code === endsWith ? `changed ${leaves}: commit what it wrote` : `ended with ${code ?? signal}`)
  return false
}

function whatIsMissing({ needs }: ShortForm): string | undefined {
  try {
    needs?.()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function digestOf(folder: string): string {
  const digest = createHash('sha256')
  const entries = fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  for (const file of files.sort()) digest.update(file).update(fs.readFileSync(file))
  return digest.digest('hex')
}

function say(name: string, what: string): void {
  process.stdout.write(`${name.padEnd(20)} ${what}\n`)
}
