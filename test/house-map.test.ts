import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
const decision = 'docs/decisions/0001-house.md'
const rooms = readdirSync(path.join(root, 'src'), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)

describe('the map in CONTRIBUTING.md', () => {
  test.each(['CONTRIBUTING.md', decision])('%s names only files and folders that exist', file => {
    const named = pathsIn(readFileSync(path.join(root, file), 'utf8'))
    expect(named.filter(name => !isThere(name))).toEqual([])
  })

  test('missing files are detected, because a check that reads nothing always passes', () => {
    expect(pathsIn(guide).length).toBeGreaterThan(60)
    expect(pathsIn('`src/lib/nowhere.ts` and `src/lib/no-*.ts`').filter(isThere)).toEqual([])
    expect(pathsIn('`src/api/<its path>.ts` and `npm run format`')).toEqual([])
  })

  test('CONTRIBUTING.md lists each room, with a file to read first', () => {
    const rows = [...guide.matchAll(/^\| `([a-z]+)` \| .* \| `src\/([a-z]+)\/[a-z-]+\.ts` \|$/gm)]
    expect(rows.filter(([, room, of]) => room !== of)).toEqual([])
    expect(rows.map(([, room]) => room).sort()).toEqual(rooms.sort())
  })
})

describe('documents', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md'], { cwd: root })

  test('documents link only to files that exist', () => {
    const broken = documents.flatMap(file => brokenLinks(file).map(link => `${file}: ${link}`))
    expect(documents.length).toBeGreaterThan(40)
    expect(broken).toEqual([])
  })

  test('comments cite only sections of the contract that the documents have, and all of them are cited', () => {
    const contract = readFileSync(path.join(root, 'docs/contract.md'), 'utf8')
    const sections = new Set([...contract.matchAll(/^#+ (\d(?:\.\d+)?)/gm)].map(([, section]) => section!))
    const code = globSync(['src/**/*.ts', 'bot/**/*.ts', 'test/**/*.ts'], { cwd: root })
    const unknown = code.flatMap(file => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const named = [...text.matchAll(/\bcontract (\d(?:\.\d+)?)\b/g)].map(([, section]) => section!)
      const others = [...text.matchAll(/\((?:design|spec) \d[^)]*\)/g)].map(([other]) => other)
      // The comments of tables are in the database: only a migration can change them.
      const known = /'[^']*\(spec \d[^']*'/.test(text) ? [] : others
      return [...named.filter(section => !sections.has(section)), ...known].map(what => `${file}: ${what}`)
    })
    expect(unknown).toEqual([])
  })

  test('decisions state their status and date', () => {
    const decisions = documents.filter(file => file.startsWith('docs/decisions/'))
    const state = /^# \d+\. .+\n\nStatus: (accepted|replaced by \[\d+\]\([^)]+\)), \d{4}-\d{2}-\d{2}\.\n/
    expect(decisions.filter(file => !state.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  })
})

function brokenLinks(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8').replace(/```.*?```/gs, '')
  const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) => link!)
  const own = links.filter(link => !/^(?:[a-z]+:|#)/.test(link))
  return own.filter(link => !existsSync(path.join(root, path.dirname(file), link.replace(/#.*/, ''))))
}

/**
 * Returns the paths between backticks in a text, relative to the top of the repository, except those with a
 * placeholder.
 */
function pathsIn(text: string): string[] {
  const named = text.matchAll(/`((?:src|bot|test|docs|packages|migrations)\/[^`\s]*)`/g)
  return [...named].map(([, name]) => name!).filter(name => !name.includes('<'))
}

function isThere(name: string): boolean {
  return name.includes('*') ? globSync(name, { cwd: root }).length > 0 : existsSync(path.join(root, name))
}
