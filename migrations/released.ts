import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const file = path.join(import.meta.dirname, 'released.json')

interface Released {
  version: string
  sha256: string
}

/** The migrations in released versions, which never change again. */
export function releasedMigrations(): Map<string, Released> {
  if (!fs.existsSync(file)) return new Map()
  return new Map(Object.entries(JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, Released>))
}

export function migrationNames(): string[] {
  return fs
    .readdirSync(import.meta.dirname)
    .filter(name => /^Migration\w+\.ts$/.test(name))
    .map(name => path.basename(name, '.ts'))
    .sort()
}

export function checksumOf(name: string): string {
  const text = fs.readFileSync(path.join(import.meta.dirname, `${name}.ts`))
  return createHash('sha256').update(text).digest('hex')
}

/** Freezes the current migrations with this version. Those of earlier versions keep their entries. */
export function releaseMigrations(version: string): string[] {
  const released = releasedMigrations()
  const added = migrationNames().filter(name => !released.has(name))
  for (const name of added) released.set(name, { version, sha256: checksumOf(name) })
  fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(released), null, 2)}\n`)
  return added
}
