import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import drills from '../drills/package.json' with { type: 'json' }
import { shortForms, stepsOfCi } from '../drills/scripts/short-forms.ts'
import packageJson from '../package.json' with { type: 'json' }
import lock from '../package-lock.json' with { type: 'json' }
import { writtenVersions } from '../release/version.ts'

const root = path.join(import.meta.dirname, '..')
const allScripts = { ...drills.scripts, ...packageJson.scripts }
const ownNode = /^([A-Z_]+=\S+ )*node run\.cjs /

describe('the scripts run with any Node and npm (docs/decisions/0002-node-from-npm.md)', () => {
  test.each(Object.entries(allScripts))('%s runs under the Node that the project provides', (_name, script) => {
    for (const command of script.split(' && ')) {
      if (/^(npm run|bash|cd) /.test(command)) continue
      expect(command).toMatch(ownNode)
    }
  })

  test('packages are installed with any Node, because the lock file has no engines', () => {
    const asking = Object.entries(lock.packages).filter(([name, entry]) => name !== '' && 'engines' in entry)
    expect(
      asking.map(([name]) => name),
      'npm run format takes them out',
    ).toEqual([])
    expect(Object.keys(lock.packages).length).toBeGreaterThan(300)
  })
})

describe('no script can break unnoticed', () => {
  test('CI runs each script of the shop and of the drills, directly or in its short form', () => {
    const known = [...Object.keys(shortForms), ...Object.keys(stepsOfCi)]
    expect(known.toSorted()).toEqual(Object.keys(allScripts).toSorted())
  })

  test('the shop has few scripts, and those that a person runs before a release are in drills', () => {
    expect(Object.keys(packageJson.scripts).length).toBeLessThanOrEqual(14)
    const names = Object.keys(drills.scripts)
    expect(names.filter(name => name in packageJson.scripts)).toEqual([])
    const guide = readFileSync(path.join(root, 'drills/README.md'), 'utf8')
    expect(names.filter(name => !new RegExp(`[ \`]${name}[ \`]`).test(guide))).toEqual([])
  })

  test.each(Object.entries(stepsOfCi))('%s is run by a step of CI', (_name, line) => {
    expect(readFileSync(path.join(root, '.ci/run'), 'utf8')).toContain(line)
  })

  test('the workflow runs each part of .ci/run', () => {
    const read = (file: string, list: RegExp) => list.exec(readFileSync(path.join(root, file), 'utf8'))![1]!
    const parts = read('.ci/run', /parts=\(([a-z ]+)\)/).split(' ')
    const ofJobs = read('.github/workflows/ci.yml', /parts: \[([a-z, ]+)\]/).split(/,? /)
    expect(ofJobs.toSorted()).toEqual(parts.toSorted())
  })
})

test('every copy of the version equals that of package.json (npm run release writes them together)', () => {
  const versions = writtenVersions(root)
  expect(versions.length).toBeGreaterThan(4)
  for (const [file, version] of versions) expect(version, file).toBe(packageJson.version)
})
