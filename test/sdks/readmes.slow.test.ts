import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { isThere, missing, type Sdk, sdks } from './installed-sdk.ts'

// Follows the README of each SDK like a reader. The file is built, the commands are pasted in an empty folder, and the
// first program is saved under the name in the README.

const packages = path.join(import.meta.dirname, '../../packages')
const linesMax = 10

let shop: TestShop
let isOver = false
let working: Promise<void>

beforeAll(async () => {
  shop = await createTestShop()
  working = work()
})
afterAll(async () => {
  isOver = true
  await working
  await shop.close()
})

/** Runs the shop's work during the programs: its provider creates codes, and it finds money. */
async function work(): Promise<void> {
  while (!isOver) {
    await shop.work()
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

interface Steps {
  /** The reader's command for building the file to install; empty if the package's folder is used directly. */
  build: string
  install: string
  program: string
  file: string
  start: string
}

function readSteps({ package: name, fence }: Sdk): Steps {
  const readme = fs.readFileSync(path.join(packages, name, 'README.md'), 'utf8')
  const [, build = ''] = /`([^`]+)` in this\sfolder creates the file to install/.exec(readme) ?? []
  const [, install = ''] = /```sh\n(.*?)```/s.exec(readme)!
  const [, program = ''] = new RegExp(`\`\`\`${fence}\\n(.*?)\`\`\``, 's').exec(readme)!
  const [, file = '', start = ''] = /^`(first\.\w+)`.*, run with `([^`]+)`:$/m.exec(readme)!
  return { build, install, program, file, start }
}

const followed = sdks.filter(sdk => missing(sdk) === '' && (sdk.language !== 'PHP' || isThere('composer')))
for (const { language } of sdks.filter(sdk => !followed.includes(sdk))) {
  test.skip(`left out: the requirements of the SDK for ${language} are not installed here`, () => {})
}

for (const sdk of followed) {
  test(`the README of the SDK for ${sdk.language} leads from an empty folder to a settled payment`, async () => {
    const { build, install, program, file, start } = readSteps(sdk)
    const lines = `${install}${program}`.split('\n').filter(line => line.trim() !== '')
    expect(lines.length).toBeLessThanOrEqual(linesMax)

    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-readme-'))
    const [folder, checkout] = [path.join(home, 'shop'), path.join(home, 'checkout')]
    const run = (command: string, cwd: string) => runAsReader(home, command, cwd)
    try {
      fs.mkdirSync(folder)
      const source = path.join(checkout, 'packages', sdk.package)
      fs.cpSync(path.join(packages, sdk.package), source, { recursive: true })
      // The README assumes that `npm ci` has run in the checkout.
      for (const name of ['node_modules', 'tsconfig.json']) {
        fs.symlinkSync(path.join(packages, '..', name), path.join(checkout, name))
      }
      if (build !== '') {
        await run(build, source)
        const [built = ''] = fs.readdirSync(source).filter(name => /\.(tgz|whl)$/.test(name))
        fs.renameSync(path.join(source, built), path.join(folder, built))
      }
      await run(install.replaceAll('/path/to/', `${checkout}/`), folder)
      const reference = `README-${sdk.language}`
      const ours = program
        .replace('https://shop.example', shop.url)
        .replace('wrg_test_...', shop.keys.demo)
        .replace('ORDER-7', reference)
      fs.writeFileSync(path.join(folder, file), sdk.fence === 'php' ? `<?php\n${ours}` : ours)
      expect((await run(start, folder)).trim().split('\n').at(-1)).toBe('paid')
      const { data } = (await shop.api(`/list-payments?reference=${reference}`)).body
      expect(data).toMatchObject([{ status: 'paid', amount: 15_000 }])
    } finally {
      fs.rmSync(home, { recursive: true, force: true })
    }
  }, 600_000)
}

/** Runs a command in a shell. Composer and Go contact no registry, because the packages need nothing from one. */
async function runAsReader(home: string, command: string, cwd: string): Promise<string> {
  // Uses the machine's pip for a virtual environment without its own, whose installation would take most of the time.
  const bin = path.join(home, 'venv/bin')
  const isForVenv = command.startsWith('pip install')
  if (isForVenv) await promisify(execFile)('python3', ['-m', 'venv', '--without-pip', path.dirname(bin)])
  const composerHome = path.join(home, 'composer')
  fs.mkdirSync(composerHome, { recursive: true })
  fs.writeFileSync(path.join(composerHome, 'config.json'), '{ "repositories": { "packagist.org": false } }')
  const env = {
    ...process.env,
    PATH: [bin, path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
    ...(isForVenv && { PIP_PYTHON: path.join(bin, 'python') }),
    COMPOSER_HOME: composerHome,
    COMPOSER_ALLOW_SUPERUSER: '1',
    GOPROXY: 'off',
    GOFLAGS: '',
    // `npm run` passes on the shop's own setting, which would prevent a package's build.
    npm_config_ignore_scripts: 'false',
  }
  const { stdout, stderr } = await promisify(execFile)('sh', ['-ec', command], { cwd, env })
  return stdout + stderr
}
