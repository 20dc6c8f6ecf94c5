import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

const root = path.join(import.meta.dirname, '..', '..')
const guide = fs.readFileSync(path.join(root, 'docs', 'api.md'), 'utf8')
const [, commands = ''] = /```sh\n(npm install openapi-fetch[^`]+)```/.exec(guide) ?? []
const [, sample = ''] = /```ts\n(import createClient[^`]+)```/.exec(guide) ?? []
const example = 'https://shop.example'
const compiler = {
  target: 'es2024',
  lib: ['es2024', 'dom'],
  module: 'nodenext',
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
}

let shop: WebShop
let folder: string

beforeAll(async () => {
  shop = await createWebShop()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-client-'))
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: compiler }))
  const asked = commands.replaceAll(example, shop.pagesUrl)
  await run('sh', [
    '-ec',
    `${asked}\n${asked.replaceAll('openapi.json', 'openapi.simple.json').replaceAll('warung.d', 'simple.d')}`,
  ])
}, 300_000)

afterAll(async () => {
  await shop.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function run(program: string, args: string[]): Promise<string> {
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, PATH } })
  return stdout
}

/** Compiles a program, and runs it. Rejects if the types do not allow it. */
async function compileAndRun(source: string): Promise<unknown> {
  fs.writeFileSync(path.join(folder, 'program.ts'), source)
  await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])
  return JSON.parse(await run(process.execPath, ['program.ts']))
}

const samplesProgram = (key: string) => sample.replaceAll(example, shop.url).replace(': key', `: '${key}'`)

describe('the client from docs/api.md, with types generated from an installation', () => {
  test('a client in TypeScript creates a payment', async () => {
    const said = await compileAndRun(`${samplesProgram(shop.keys.demo)}\nconsole.log(JSON.stringify({ data, error }))`)
    expect(said).toEqual({ data: { success: true, data: expect.objectContaining({ amount: 15_000 }) } })
  })

  test('a client in TypeScript has every field of responses and errors', async () => {
    const said = await compileAndRun(`${samplesProgram(shop.keys.demo)}
const invoice: string = data!.data.invoice_id
const checked = await warung.GET('/api/check-payment', { params: { query: { invoice } } })
const status: string = checked.data!.status
const refused = await warung.POST('/api/create-payment', { body: { amount: 1 } })
console.log(JSON.stringify([status, refused.data ?? null, refused.error?.code]))`)
    expect(said).toEqual(['pending', null, 'amount_out_of_range'])
  })

  test('a client does not compile with a field of another type or an unknown field', async () => {
    const wrong = samplesProgram(shop.keys.demo)
    await expect(compileAndRun(wrong.replace('amount: 15000', `amount: '15000'`))).rejects.toThrow()
    await expect(compileAndRun(wrong.replace('amount: 15000', 'amount: 15000, nominal: 1'))).rejects.toThrow()
  })

  test('a client in TypeScript supports the simple dialect with the types of its document', async () => {
    await shop.app.sql.write(`update account set dialect = 'simple' where id = $1`, [shop.second.accountId])
    const [head = ''] = samplesProgram(shop.keys.second).replace('warung.d.ts', 'simple.d.ts').split('const { data')
    const said = await compileAndRun(`${head}
const answer = await warung.GET('/api/get-account-status')
const isSuccess: boolean | undefined = answer.data?.success
console.log(JSON.stringify(isSuccess))`)
    expect(said).toBe(true)
  })
})
