import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { formatDatabaseUrl } from '../../../test/kit/connection.ts'
import { createTestDatabase } from './database.ts'
import type { Answer } from './machine.ts'

const run = promisify(execFile)
const here = path.join(import.meta.dirname, '..')
// The command's first line uses the `node` of the PATH, which may be an old one.
const env = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` }

let folder: string
let running: ChildProcess | undefined

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'local-bot-api-packed-'))
  // `npm run` passes on the shop's own ignore-scripts, and packing is a script.
  const pack = ['pack', '--json', '--ignore-scripts=false', '--pack-destination', folder]
  const { stdout } = await run('npm', pack, { cwd: here, env })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', `./${filename}`, ...quiet], { cwd: folder, env })
})
afterEach(() => stop())
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Runs the command; returns the address that it announces for bots. */
async function start(...args: string[]): Promise<string> {
  const command = path.join(folder, 'node_modules/.bin/telegram-local-bot-api')
  const child = spawn(command, ['--port', '0', ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running = child
  let said = ''
  return new Promise((resolve, reject) => {
    child.once('close', code => reject(new Error(`ended with ${code}: ${said}`)))
    child.stderr!.on('data', chunk => {
      said += chunk
    })
    child.stdout!.on('data', chunk => {
      said += chunk
      const [, url] = /for your bot +(\S+)/.exec(said) ?? []
      if (url) resolve(url)
    })
  })
}

async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  const child = running
  running = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
  const exit = new Promise<number | null>(resolve => child.once('exit', resolve))
  child.kill(signal)
  return exit
}

async function control(url: string, what: string, body?: object): Promise<Answer> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(`${url}/control/${what}`, body ? post : {})).json()
}

describe('the packed file, installed in an empty folder', () => {
  it('the package contains JavaScript for Node, and the page, whose types are stripped when it is sent', async () => {
    const installed = path.join(folder, 'node_modules/telegram-local-bot-api')
    const files = fs.readdirSync(installed, { recursive: true, encoding: 'utf8' })
    expect(files.filter(file => /^(?!dist\/local-bot-api\/page\/).*(?<!\.d)\.ts$/.test(file))).toEqual([])
    expect(files.filter(file => /^(src|test)\b/.test(file))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']))
    expect(fs.readdirSync(path.join(installed, 'dist/local-bot-api/page'))).toEqual(
      fs.readdirSync(path.join(here, 'page')),
    )
  })

  it('the package runs by one command with its own PostgreSQL, and loses nothing when it is killed', async () => {
    const url = await start()
    const bot = await control(url, 'bots', { username: 'packed_bot', first_name: 'Packed' })
    const { id } = await control(url, 'people', { first_name: 'Rina' })
    await control(url, 'messages', { bot: 'packed_bot', from: id, text: '/start' })
    const sent = await fetch(`${url}/bot${bot.token}/sendMessage?chat_id=${id}&text=Halo`)
    expect(await sent.json()).toMatchObject({ ok: true, result: { text: 'Halo' } })
    for (const part of ['', 'chat.js', 'base.css', 'icon.svg']) {
      expect((await fetch(`${url}/${part}`)).status, part).toBe(200)
    }
    await stop('SIGKILL')

    const again = await start()
    const messages = await control(again, `messages?bot=packed_bot&person=${id}`)
    expect(messages.map(({ text }: Answer) => text)).toEqual(['/start', 'Halo'])
    expect(await stop()).toBe(0)
    expect(fs.existsSync(path.join(folder, '.local-bot-api/data/postmaster.pid'))).toBe(false)
  })

  it('a second machine is refused in a folder in use, without affecting the first', async () => {
    const url = await start()
    const first = running!
    await expect(start()).rejects.toThrow('is in use by process')
    running = first
    expect(await control(url, 'people')).toEqual(expect.any(Array))
  })

  it('the package runs with a given database', async () => {
    const database = await createTestDatabase()
    const url = await start('--database', formatDatabaseUrl(database.connection), '--data', path.join(folder, 'unused'))
    const { id } = await control(url, 'people', { first_name: 'Dewi' })
    expect(await database.sql.query('select id from local_bot_api.person')).toEqual([{ id }])
    expect(fs.existsSync(path.join(folder, 'unused'))).toBe(false)
    await stop()
    await database.drop()
  })

  it('a failed start of the package gives the reason in one sentence', async () => {
    await expect(start('--database', 'postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
      'ended with 1: The database',
    )
    await expect(start('--host', '0.0.0.0')).rejects.toThrow('ended with 2: --host other than this machine')
    await expect(start('--prot', '1')).rejects.toThrow("ended with 2: Unknown option '--prot'")
  })
})
