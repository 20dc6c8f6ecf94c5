import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { modules } from '../src/modules/index.ts'
import { formatImports, type Import, readImports, sourceFiles, sourceImports } from './kit/imports.ts'
import { listTestedModules } from './kit/tested-modules.ts'

const root = path.join(import.meta.dirname, '..')
/** Tests of the core that still use a module, and fail when it is deleted. This list may only shrink, too. */
const testsThatUse = [
  'test/api/dying-endpoints.ts',
  'test/plugs/woocommerce.slow.test.ts',
  'drills/bench/broadcast.test.ts',
  'drills/bench/endpoints-apart.ts',
  'drills/bench/hot-path.ts',
  'test/bot/filled-store.ts',
  'test/bot/others-buttons.slow.test.ts',
  'test/bot/texts.test.ts',
  'test/callbacks/hanging-neighbours.slow.test.ts',
  'test/callbacks/lock-order.test.ts',
  'test/callbacks/receivers.slow.test.ts',
  'test/callbacks/refusals.test.ts',
  'test/commands/help.test.ts',
  'drills/faults/silence.ts',
  'test/fields/invented-fields.slow.test.ts',
  'test/house-archive.test.ts',
  'test/jobs/heartbeat.slow.test.ts',
  'test/jobs/outcomes.slow.test.ts',
  'test/jobs/pools.test.ts',
  'test/keys/rotation-under-load.slow.test.ts',
  'test/kit/endpoints.ts',
  'test/kit/scenario/scenario.ts',
  'test/lib/wakes.slow.test.ts',
  'test/orders/doors.slow.test.ts',
  'test/orders/options.slow.test.ts',
  'test/orders/stock-of-modes.slow.test.ts',
  'test/sdks/vectors.test.ts',
  'test/simulation/of-modules.ts',
  'test/web/dashboard/guide.slow.test.ts',
  'test/web/filled-shop.ts',
  'test/web/pay/bill-look.slow.test.ts',
  'test/web/pay/ways-everywhere.test.ts',
  'test/web/targets.slow.test.ts',
  'test/web/tenants.slow.test.ts',
]
/** The folders in a module that are doors, each with the only packages that it may use. */
const doors: Record<string, readonly string[]> = {
  api: [],
  web: ['koa', '@koa/router'],
  bot: ['grammy', '@grammyjs/conversations'],
  commands: [],
}
const doorRooms = /^(bot\/|src\/(api|commands|demo|hooks|http|jobs|sandbox|web)\/)/
/** The files that know every module or none: the list, the type, and the code that combines and validates them. */
const machinery = ['module', 'index', 'fold', 'refuse-open-work', 'left-tables'].map(name => `src/modules/${name}.ts`)

const moduleOf = (file: string) => file.match(/^src\/modules\/([^/]+)\//)?.[1] ?? null
const partOf = (file: string) => file.match(/^src\/modules\/[^/]+\/([^/]+)\//)?.[1] ?? null
const isEntry = (file: string) => /^src\/modules\/[^/]+\/module\.ts$/.test(file)
const ofModules = sourceImports.filter(({ from }) => moduleOf(from) !== null)

describe('modules (docs/decisions/0046-modules.md)', () => {
  test('modules are listed once, each by the name of its folder', () => {
    const folders = new Set(sourceFiles.map(moduleOf).filter(name => name !== null))
    expect(modules.map(({ name }) => name)).toEqual([...folders].sort())
  })

  test('the core imports no module, and only app.ts reads their list', () => {
    const wrong = sourceImports.filter(({ from, to }) => moduleOf(from) === null && moduleOf(to) !== null)
    expect(formatImports(wrong).filter(line => !line.startsWith('src/modules/index.ts -> '))).toEqual([])
    expect(wrong.filter(({ to }) => !isEntry(to))).toEqual([])
    expect(sourceImports.filter(({ to }) => to === 'src/modules/index.ts').map(({ from }) => from)).toEqual([
      'src/app.ts',
    ])
  })

  test('modules import only the core and the modules that they declare', () => {
    const needed = new Map(modules.map(({ name, needs = [] }) => [name, needs]))
    const wrong = ofModules.filter(({ from, to }) => {
      const [here, there] = [moduleOf(from)!, moduleOf(to)]
      return there !== null && there !== here && !needed.get(here)!.includes(there)
    })
    expect(formatImports(wrong)).toEqual([])
  })

  test('modules depend only on existing modules, and never on themselves indirectly', () => {
    const names = modules.map(({ name }) => name)
    for (const { name, needs = [] } of modules) {
      for (const other of needs) expect(names, `${name} needs ${other}`).toContain(other)
    }
    const steps = (name: string, seen: readonly string[]): string[] => {
      if (seen.includes(name)) return [...seen, name]
      return (modules.find(one => one.name === name)!.needs ?? []).flatMap(other => steps(other, [...seen, name]))
    }
    expect(names.flatMap(name => steps(name, []))).toEqual([])
  })

  test('modules import the bot only in their folder bot and in module.ts', () => {
    const wrong = ofModules.filter(
      one => one.to.startsWith('bot/') && partOf(one.from) !== 'bot' && !isEntry(one.from) && !isTypeOfTexts(one),
    )
    expect(formatImports(wrong)).toEqual([])
  })

  test('rules of modules import no pages or endpoints, and those do not import one another', () => {
    const wrong = ofModules.filter(one => !isEntry(one.from) && crossesDoors(one))
    expect(formatImports(wrong)).toEqual([])
  })

  test('the texts of a module are in its folder texts', () => {
    const names = sourceFiles.filter(file => moduleOf(file) !== null && file.endsWith('-texts.ts'))
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter(file => partOf(file) !== 'texts')).toEqual([])
  })

  test('modules use the combined types of the bot only at the place where all parts are joined', () => {
    const wrong = sourceImports.filter(
      ({ from, to, isTypeOnly }) => machinery.includes(from) && to.startsWith('bot/') && !isTypeOnly,
    )
    expect(formatImports(wrong)).toEqual([])
  })

  test.each([
    // An event may have reactions, webhooks that receive it, or both.
    ['EventPayloads', /\b(?:ReactionsTo|OutwardRows)<keyof NAME>/],
    ['OutwardTypes', /\bOutwardRows<keyof NAME>/],
    ['NoticeData', /\bNoticeViewsOf<keyof NAME>/],
    ['AuditActs', /\bRecord<keyof NAME, string>/],
  ])('modules that add to %s have a table that covers everything they add', (union, table) => {
    for (const { name } of modules) {
      const own = sourceFiles.filter(file => moduleOf(file) === name)
      const text = own.map(file => readFileSync(path.join(root, file), 'utf8')).join('\n')
      for (const [, added] of text.matchAll(new RegExp(`interface ${union} extends (\\w+)`, 'g'))) {
        expect(text, name).toMatch(new RegExp(table.source.replace('NAME', added!)))
      }
    }
  })

  test('an event of a module for webhooks is named only by its own module', () => {
    const wrong = modules.flatMap(({ name, outward }) =>
      Object.keys(outward?.events ?? {}).flatMap(type =>
        sourceFiles
          .filter(file => /^(src|bot)\//.test(file) && moduleOf(file) !== name)
          .filter(file => readFileSync(path.join(root, file), 'utf8').includes(`'${type}'`))
          .map(file => `${file} names ${type}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  test("a test of a module that uses other modules' files says so, because each module is also tested alone", () => {
    const wrong = modules.flatMap(({ name }) =>
      listFiles(`test/modules/${name}`)
        .filter(file => file.endsWith('.test.ts'))
        .flatMap(file => {
          const used = readImports(file).flatMap(({ to }) => /^(?:src|test)\/modules\/([^/]+)\//.exec(to)?.[1] ?? [])
          const tested = listTestedModules(modules, name, readFileSync(path.join(root, file), 'utf8'))
          return used.filter(one => !tested.includes(one)).map(one => `${file} uses ${one}`)
        }),
    )
    expect(wrong).toEqual([])
  })

  test('modules are used by their own tests', () => {
    const users = ['test', 'drills']
      .flatMap(listFiles)
      .filter(file => file.endsWith('.ts') && !file.startsWith('test/modules/'))
      .filter(file => /from '.*\bmodules\/[a-z-]+\//.test(readFileSync(path.join(root, file), 'utf8')))
    expect(users.sort()).toEqual(testsThatUse.toSorted())
  })
})

function listFiles(folder: string): string[] {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.map(name => `${folder}/${name.replaceAll(path.sep, '/')}`)
}

/** Whether texts of a module import the type that texts of pages or chats have. */
function isTypeOfTexts({ from, to, isTypeOnly }: Import): boolean {
  return isTypeOnly && partOf(from) === 'texts' && ['bot/texts/texts.ts', 'src/web/parts/language.ts'].includes(to)
}

/** Whether an import leads from a module's rules to a door, or between two doors. */
function crossesDoors(one: Import): boolean {
  const { from, to } = one
  if (isTypeOfTexts(one)) return false
  const part = partOf(from) ?? ''
  const isDoor = part in doors
  const there = moduleOf(to) === moduleOf(from) ? (partOf(to) ?? '') : ''
  const otherPackages = Object.entries(doors).flatMap(([name, packages]) => (name === part ? [] : packages))
  if (otherPackages.includes(to)) return true
  if (!isDoor) return there in doors || doorRooms.test(to)
  if (there in doors && there !== part) return true
  const room = to.match(doorRooms)?.[0]
  if (room === undefined || to.startsWith('src/http/')) return false
  return room !== (part === 'bot' ? 'bot/' : `src/${part}/`)
}
