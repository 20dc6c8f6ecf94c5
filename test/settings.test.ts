import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readSettings, settingNames } from '../src/settings.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8')
const example = read('.env.example')

test('.env.example has every setting', () => {
  expect(settingNames.length).toBeGreaterThan(40)
  expect(settingNames.filter(name => !new RegExp(`^(# )?${name}=`, 'm').test(example))).toEqual([])
})

test.each(['docker-compose.yml', 'deploy/compose.yml'])('.env.example has every variable that %s uses', file => {
  const asked = [...read(file).matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!)
  expect(asked).toContain('POSTGRES_PASSWORD')
  expect(asked.filter(name => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([])
})

test('.env.example works unchanged, and documents the defaults', () => {
  const problems: string[] = []
  const settings = readSettings(parseEnv(example), problems)
  expect(problems).toEqual([])
  expect(settings).toEqual({ ...readSettings({}, problems), BASE_URL: 'http://localhost:3000' })
})
