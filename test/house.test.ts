import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCircles, formatImports, sourceFiles, sourceImports } from './kit/imports.ts'

const root = path.join(import.meta.dirname, '..')

/** Each room imports only rooms to its left. */
const staircase = [
  'lib',
  'embedded',
  'database',
  'events',
  'qris',
  'accounts',
  'keys',
  'people',
  'connections',
  'goods',
  'methods',
  'payments',
  'connecting',
  'money',
  'books',
  'catalog',
  'orders',
  'pictures',
  'callbacks',
  'notices',
  'doctor',
]
/** Doors call rooms, and only entrances call doors. */
const doors = ['api', 'hooks', 'web', 'jobs', 'sandbox', 'demo', 'commands']
/** The files that doors share. */
const shared = 'http'
/** The demo's connections lead to the sandbox, whose accounts it shows. The commands of bots are ordinary commands. */
const doorsToDoors = ['bot/commands.ts -> src/commands/command.ts', 'src/demo/demo.ts -> src/sandbox/simulators.ts']
/** The layers inside bot; files in `bot/` itself use all of them, and they use only `context.ts`. */
const botStaircase = ['texts', 'telegram', 'forms', 'bots', 'people', 'screens', 'notices', 'inbox']
/** The layers inside web; `pages.ts` uses all of them. */
const webStaircase = ['parts', 'sign-in', 'pay', 'home', 'dashboard', 'operator']
/** In a folder with more files than this, people search instead of reading. */
const filesOfRoomMax = 50
/** The rooms that wrap a package in the shop's own settings and errors. */
const roomsOfPackages: Record<string, string[]> = { qris: ['qris'], 'embedded-postgres': ['embedded', 'lib'] }
const ofShop = /^(src|bot|migrations|packages|test)\//
/** Contains only types: everything that a use-case may ask for. */
const needs = 'src/needs.ts'
/** The entrances may import everything, and no other file imports them. */
const entrances = ['src/main.ts', 'src/warung.ts', 'src/command-line.ts', 'src/process.ts', 'src/open-doors.ts']
/** The modules that only doors, entrances and the bot may know. */
const doorPackages = ['koa', '@koa/router', 'grammy', '@grammyjs/conversations', 'agenda', 'mongodb']

describe('the house (docs/decisions/0001-house.md)', () => {
  test('every file of the house is read, because a check that reads nothing always passes', () => {
    expect(sourceFiles.length).toBeGreaterThan(100)
    expect(sourceImports.filter(({ to }) => to.startsWith('src/')).length).toBeGreaterThan(300)
  })

  test('a room imports only rooms to its left', () => {
    const upward = sourceImports.filter(({ from, to }) => {
      const here = staircase.indexOf(roomOf(from))
      const there = staircase.indexOf(roomOf(to))
      return here !== -1 && there !== -1 && there > here
    })
    expect(formatImports(upward)).toEqual([])
  })

  test('rooms never import doors, nor the packages of doors', () => {
    const wrong = sourceImports.filter(
      ({ from, to }) =>
        (staircase.includes(roomOf(from)) || roomOf(from) === 'connectors') &&
        ([...doors, shared].includes(roomOf(to)) ||
          doorPackages.some(name => to === name || to.startsWith(`${name}/`))),
    )
    expect(formatImports(wrong)).toEqual([])
  })

  test('doors never import one another, and share only http', () => {
    const isDoor = (room: string) => [...doors, shared, 'bot'].includes(room)
    const wrong = sourceImports.filter(({ from, to }) => {
      const [here, there] = [from, to].map(file => (file.startsWith('bot/') ? 'bot' : roomOf(file))) as [string, string]
      return isDoor(here) && isDoor(there) && here !== there && there !== shared
    })
    expect(formatImports(wrong).sort()).toEqual(doorsToDoors)
  })

  test('connectors import only lib and qris, and rooms know them only by their contract', () => {
    const outward = sourceImports.filter(
      ({ from, to }) =>
        roomOf(from) === 'connectors' && to.startsWith('src/') && !['connectors', 'lib', 'qris'].includes(roomOf(to)),
    )
    const inward = sourceImports.filter(
      ({ from, to, isTypeOnly }) =>
        staircase.includes(roomOf(from)) &&
        roomOf(to) === 'connectors' &&
        !(isTypeOnly || to === 'src/connectors/connector.ts'),
    )
    expect(formatImports([...outward, ...inward])).toEqual([])
  })

  test('the core of src never imports bot, except for its entry points', () => {
    const wrong = sourceImports.filter(
      ({ from, to }) =>
        from.startsWith('src/') && roomOf(from) !== 'modules' && to.startsWith('bot/') && !entrances.includes(from),
    )
    expect(formatImports(wrong)).toEqual([])
  })

  test('a folder of the bot imports only folders to its left, and the types of context.ts', () => {
    const wrong = sourceImports.filter(({ from, to, isTypeOnly }) => {
      const [here, there] = [from, to].map(file => botStaircase.indexOf(botFolderOf(file))) as [number, number]
      if (here === -1 || !to.startsWith('bot/')) return false
      return there === -1 ? !(isTypeOnly && to === 'bot/context.ts') : there > here
    })
    expect(formatImports(wrong)).toEqual([])
  })

  test('a folder of the web imports only folders to its left', () => {
    const wrong = sourceImports.filter(({ from, to }) => {
      const [here, there] = [from, to].map(file => webStaircase.indexOf(webFolderOf(file))) as [number, number]
      return to.startsWith('src/web/') && here !== -1 && (there === -1 || there > here)
    })
    expect(formatImports(wrong)).toEqual([])
  })

  test(`folders have at most ${filesOfRoomMax} files side by side`, () => {
    // Migrations are a list in order of time, which only grows.
    const searched = sourceFiles.filter(file => !file.startsWith('migrations/'))
    const sizes = Map.groupBy(searched, file => path.posix.dirname(file))
    const crowded = [...sizes].filter(([, { length }]) => length > filesOfRoomMax).map(([folder]) => folder)
    expect(crowded).toEqual([])
  })

  test('packages do not import the shop, and it imports each of them in one room or on request', () => {
    const wrong = sourceImports.filter(({ from, to, isDynamic }) => {
      const [here, there] = [from, to].map(packageOf) as [string, string]
      // The production image contains these two; the others are loaded when first needed, if they are present.
      if (here === '') return there !== '' && !isDynamic && !roomsOfPackages[there]?.includes(roomOf(from))
      const isShared = there === 'embedded-postgres'
      return here !== there && !isShared && to.includes('/') && !isTest(from) && ofShop.test(to)
    })
    expect(formatImports(wrong)).toEqual([])
  })

  test('tests of packages use only the test server and browser of the shop', () => {
    const wrong = sourceImports.filter(
      ({ from, to }) =>
        isTest(from) &&
        ofShop.test(to) &&
        packageOf(to) !== packageOf(from) &&
        !['test/kit/browser.ts', 'test/kit/connection.ts'].includes(to),
    )
    expect(formatImports(wrong)).toEqual([])
  })

  test('files do not import themselves indirectly, not even for their types', () => {
    expect(findCircles(sourceImports)).toEqual([])
  })

  test('needs.ts is imported for its types, and imports nothing but types', () => {
    const wrong = sourceImports.filter(({ from, to, isTypeOnly }) => (from === needs || to === needs) && !isTypeOnly)
    expect(formatImports(wrong)).toEqual([])
  })

  test('lib knows nothing about the shop', () => {
    const wrong = sourceImports.filter(
      ({ from, to }) => roomOf(from) === 'lib' && to.startsWith('src/') && roomOf(to) !== 'lib',
    )
    expect(formatImports(wrong)).toEqual([])
  })

  // The embedded server's processes get PATH and similar variables, which are not settings.
  const passesOn = 'src/embedded/postgres-server.ts'
  // This file generates a program for other people.
  const sampleText = 'src/modules/docs/web/samples/javascript.ts'
  // A separate command, whose server also gets PATH and similar variables.
  const ofPackages = /^packages\/[^/]+\/(test\/|bench\/|src\/main\.ts$|src\/postgres-server\.ts$)/

  test('only config.ts reads the environment', () => {
    const readers = sourceFiles.filter(
      file =>
        /process\.env\b/.test(readFileSync(path.join(root, file), 'utf8')) &&
        ![...entrances, 'src/config.ts', passesOn, sampleText].includes(file) &&
        !ofPackages.test(file),
    )
    expect(readers).toEqual([])
  })

  test('file names say what the file contains', () => {
    const vague = sourceFiles.filter(file =>
      /(^|\/)(utils?|helpers?|types|services?|managers?|common|misc)(\.ts|\/)/.test(file),
    )
    expect(vague).toEqual([])
  })
})

function roomOf(file: string): string {
  return file.match(/^src\/([^/]+)\//)?.[1] ?? ''
}

function packageOf(file: string): string {
  return file.match(/^packages\/([^/]+)\//)?.[1] ?? ''
}

function isTest(file: string): boolean {
  return /^packages\/[^/]+\/test\//.test(file)
}

function webFolderOf(file: string): string {
  return file.match(/^src\/web\/([^/]+)\//)?.[1] ?? ''
}

function botFolderOf(file: string): string {
  return file.match(/^bot\/([^/]+)\//)?.[1] ?? ''
}
