import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
/**
 * The packages that every start of all roles loads (prom-client needs `@opentelemetry/api`). Others are loaded with the
 * first use of what needs them.
 */
const loadedPackages = [
  '@agendajs/postgres-backend',
  '@fastify/busboy',
  '@grammyjs/conversations',
  '@koa/router',
  '@mikro-orm/core',
  '@mikro-orm/postgresql',
  '@opentelemetry/api',
  'agenda',
  'grammy',
  'ipaddr.js',
  'koa',
  'otpauth',
  'p-queue',
  'pg',
  'pino',
  'prom-client',
  'undici',
  'zod',
  'zod-openapi',
]
/** The files of all packages together, including those that packages need. */
const packageFilesMax = 1_200

test('a start loads only the packages that every shop needs', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-loaded-'))
  try {
    const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    const files = await listLoadedFiles(folder)
    const packages = new Set(files.map(file => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)![1]!))
    expect(Object.keys(dependencies).filter(name => packages.has(name))).toEqual(loadedPackages)
    expect(files.length).toBeLessThan(packageFilesMax)
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Returns the files of packages that the program loads before it opens its database. */
async function listLoadedFiles(folder: string): Promise<string[]> {
  const hook = path.join(folder, 'listen.mjs')
  await writeFile(
    hook,
    `import { registerHooks } from 'node:module'
     globalThis.loaded = new Set()
     registerHooks({ load: (url, context, next) => {
       if (url.includes('/node_modules/')) loaded.add(url)
       return next(url, context)
     } })`,
  )
  const program = `await import('./src/process.ts')
    await import('./bot/doors.ts')
    console.log(JSON.stringify([...loaded]))`
  const node = ['--import', hook, '--import', './src/own-imports.ts', '--input-type=module', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: root, maxBuffer: 10_000_000 })
  return JSON.parse(stdout)
}
