import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchGenerator, findGeneratorProblem, runGenerator } from '../kit/openapi-generator.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

// `npm run -w drills clients`, before a release: OpenAPI Generator creates clients in three languages from an
// installation's document. Each client creates a payment, reads it, and reads a refusal.

const samples = path.join(import.meta.dirname, 'generated-clients')
const lacks = process.env.WARUNG_CLIENTS ? findGeneratorProblem() : 'only before a release: npm run -w drills clients'

interface Client {
  generator: string
  program: string
  /** Commands in the client's folder; the output of the last is the result. */
  commands: string[][]
}

const clients: Client[] = [
  {
    generator: 'python',
    program: 'pay.py',
    commands: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', '.'],
      ['venv/bin/python', 'pay.py'],
    ],
  },
  {
    generator: 'go',
    program: 'pay/main.go',
    commands: [
      ['go', 'mod', 'edit', '-module', 'example.com/warung'],
      ['go', 'mod', 'tidy'],
      ['go', 'run', './pay'],
    ],
  },
  // Guzzle, its only package: `apt-get install php-guzzlehttp-guzzle php-curl php-mbstring`.
  { generator: 'php', program: 'pay.php', commands: [['php', 'pay.php']] },
]

describe.skipIf(lacks)(`clients of OpenAPI Generator${lacks ? ` (${lacks})` : ''}`, () => {
  let shop: WebShop
  let folder: string

  beforeAll(async () => {
    shop = await createWebShop()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-clients-'))
    fetchGenerator()
    const document = await fetch(`${shop.pagesUrl}/openapi.client.json`)
    fs.writeFileSync(path.join(folder, 'client.json'), await document.text())
  }, 300_000)

  afterAll(async () => {
    await shop.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test.each(clients)(
    'a generated $generator client creates a payment',
    { timeout: 300_000 },
    async ({ generator, program, commands }) => {
      const home = path.join(folder, generator)
      runGenerator('generate', '-g', generator, '-i', path.join(folder, 'client.json'), '-o', home)
      // The generator's own tests import a package that its user is to name.
      fs.rmSync(path.join(home, 'test'), { recursive: true, force: true })
      fs.mkdirSync(path.dirname(path.join(home, program)), { recursive: true })
      fs.copyFileSync(path.join(samples, path.basename(program)), path.join(home, program))
      let output = ''
      for (const [command = '', ...args] of commands) {
        const env = { ...process.env, WARUNG_URL: shop.url, WARUNG_API_KEY: shop.keys.demo }
        output = (await promisify(execFile)(command, args, { cwd: home, env })).stdout
      }
      const [invoice = '', ...facts] = output.trim().split(' ')
      expect(facts).toEqual(['pending', 'paid', 'amount_out_of_range'])
      expect((await shop.api(`/check-payment?invoice=${invoice}`)).body.status).toBe('paid')
    },
  )
})
