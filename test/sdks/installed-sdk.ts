import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { packPackage } from '../kit/pack-package.ts'
import { findFreePort, waitUntil } from '../kit/shop-process.ts'
import { type WebhookProgram, webhookPrograms } from './webhook-programs.ts'

const root = path.join(import.meta.dirname, '../..')
const runners = path.join(import.meta.dirname, 'runners')

/** An SDK: how to build and install it in an empty folder, and how to run a program with it there. */
export interface Sdk {
  language: string
  /** Its folder in packages/. */
  package: string
  /** Programs that its tests need. */
  needs: string[]
  /** Builds and installs the files that a user gets. */
  install(folder: string): Promise<void>
  /** The command for its own tests. */
  test: string[]
  /** The command that executes calls, one per line. */
  runner: string[]
  /** The language of the samples in its README. */
  fence: string
  /** The command for a file with the README's sample. */
  sample: { file: string; command: string[] }
  /** A merchant's program around the README's webhook. */
  webhook: WebhookProgram
}

// The machine's own Node may be too old; and Python must not write files into the tree.
const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
const env = { ...process.env, PATH, PYTHONDONTWRITEBYTECODE: '1', GOFLAGS: '-mod=mod', GOPROXY: 'off' }

export async function run(command: string[], cwd: string): Promise<string> {
  const [program = '', ...args] = command
  return (await promisify(execFile)(program, args, { cwd, env })).stdout
}

export const sdks: Sdk[] = [
  {
    language: 'TypeScript',
    package: 'sdk-typescript',
    needs: ['npm'],
    async install(folder) {
      const filename = await packPackage(path.join(root, 'packages/sdk-typescript'), folder)
      fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }')
      await run(['npm', 'install', `./${filename}`, '--offline', '--no-audit', '--no-fund'], folder)
      fs.copyFileSync(path.join(runners, 'run-calls.mjs'), path.join(folder, 'run-calls.mjs'))
    },
    test: [process.execPath, '--version'],
    runner: [process.execPath, 'run-calls.mjs'],
    fence: 'ts',
    sample: { file: 'sample.mjs', command: [process.execPath, 'sample.mjs'] },
    webhook: webhookPrograms.typescript,
  },
  {
    language: 'PHP',
    package: 'sdk-php',
    needs: ['php'],
    async install(folder) {
      const source = path.join(root, 'packages/sdk-php')
      if (isThere('composer')) {
        fs.writeFileSync(
          path.join(folder, 'composer.json'),
          JSON.stringify({
            repositories: [{ packagist: false }, { type: 'path', url: source, options: { symlink: false } }],
          }),
        )
        await run(['composer', 'require', '--quiet', '--no-interaction', 'warung/sdk'], folder)
      } else {
        // Composer's autoloader finds the classes of src in the same way.
        fs.cpSync(path.join(source, 'src'), path.join(folder, 'vendor/warung/sdk/src'), { recursive: true })
        const autoload = "<?php require __DIR__ . '/warung/sdk/src/Warung.php';\n"
        fs.writeFileSync(path.join(folder, 'vendor/autoload.php'), autoload)
      }
      fs.copyFileSync(path.join(runners, 'run-calls.php'), path.join(folder, 'run-calls.php'))
    },
    test: ['php', 'test/webhooks.php'],
    runner: ['php', 'run-calls.php'],
    fence: 'php',
    sample: { file: 'sample.php', command: ['php', 'sample.php'] },
    webhook: webhookPrograms.php,
  },
  {
    language: 'Python',
    package: 'sdk-python',
    needs: ['python3'],
    async install(folder) {
      // The build creates folders next to its source.
      const source = path.join(folder, 'source')
      fs.cpSync(path.join(root, 'packages/sdk-python'), source, { recursive: true })
      await run(['python3', '-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', '.', './source'], folder)
      fs.rmSync(source, { recursive: true })
      const [wheel = ''] = fs.readdirSync(folder).filter(name => name.endsWith('.whl'))
      await run(['python3', '-m', 'venv', '--without-pip', 'venv'], folder)
      const pip = ['python3', '-m', 'pip', '--quiet', '--python', 'venv/bin/python']
      await run([...pip, 'install', '--no-index', '--no-deps', wheel], folder)
      fs.copyFileSync(path.join(runners, 'run_calls.py'), path.join(folder, 'run_calls.py'))
    },
    test: ['python3', '-m', 'unittest', 'discover', 'tests'],
    runner: ['venv/bin/python', 'run_calls.py'],
    fence: 'python',
    sample: { file: 'sample.py', command: ['venv/bin/python', 'sample.py'] },
    webhook: webhookPrograms.python,
  },
  {
    language: 'Go',
    package: 'sdk-go',
    needs: ['go'],
    async install(folder) {
      const copy = path.join(folder, 'sdk')
      fs.cpSync(path.join(root, 'packages/sdk-go'), copy, { recursive: true })
      fs.mkdirSync(path.join(folder, 'runner'))
      fs.copyFileSync(path.join(runners, 'go/main.go'), path.join(folder, 'runner/main.go'))
      await run(['go', 'mod', 'init', 'example.com/shop'], folder)
      const module = 'warung.example/sdk'
      await run(['go', 'mod', 'edit', '-require', `${module}@v1.0.0`, '-replace', `${module}=${copy}`], folder)
      await run(['go', 'build', '-o', 'run-calls', './runner'], folder)
    },
    test: ['go', 'test', '-vet=all', './...'],
    runner: ['./run-calls'],
    fence: 'go',
    sample: { file: 'sample/main.go', command: ['go', 'run', './sample'] },
    webhook: webhookPrograms.go,
  },
]

/** Returns the programs that an SDK needs and this machine lacks, as text; empty if none is missing. */
export function missing({ needs }: Sdk): string {
  return needs.filter(name => !isThere(name)).join(', ')
}

export function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env })
    return true
  } catch {
    return false
  }
}

export interface Call {
  call: string
  client?: { url: string; key: string; timeoutS?: number; maxWaitS?: number }
  id?: string | number
  params?: object
  /** The Idempotency-Key of the call. */
  key?: string
  /** The maximum number of entries taken from a list. */
  max?: number
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into values whose shape is what they test
export type Said = { value?: any; error?: any }

export interface RunningWebhook {
  url: string
  output: string
  close(): void
}

const webhookWithinMs = 60_000

/** An SDK installed in a separate folder, with a process that executes calls. */
export class InstalledSdk {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-sdk-'))
  readonly #sdk: Sdk
  #child: ChildProcess | undefined
  #answers: AsyncIterator<string> | undefined

  constructor(sdk: Sdk) {
    this.#sdk = sdk
  }

  async install(): Promise<void> {
    await this.#sdk.install(this.folder)
    const [program = '', ...args] = this.#sdk.runner
    this.#child = spawn(program, args, { cwd: this.folder, env, stdio: ['pipe', 'pipe', 'inherit'] })
    this.#answers = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]()
  }

  async call(call: Call): Promise<Said> {
    this.#child!.stdin!.write(`${JSON.stringify(call)}\n`)
    const { value, done } = await this.#answers!.next()
    if (done) throw new Error(`the runner of ${this.#sdk.language} ended at ${call.call}`)
    return JSON.parse(value)
  }

  /** Returns the first sample of the README, with the install commands before it. */
  readmeSample(): { install: string; code: string } {
    const readme = fs.readFileSync(path.join(root, 'packages', this.#sdk.package, 'README.md'), 'utf8')
    const [, install = ''] = /```sh\n(.*?)```/s.exec(readme) ?? []
    const [, code = ''] = new RegExp(`\`\`\`${this.#sdk.fence}\\n(.*?)\`\`\``, 's').exec(readme) ?? []
    return { install, code }
  }

  async runSample(code: string): Promise<string> {
    const { file, command } = this.#sdk.sample
    fs.mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true })
    fs.writeFileSync(path.join(this.folder, file), this.#sdk.fence === 'php' ? `<?php\n${code}` : code)
    const [program = '', ...args] = command
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: this.folder, env })
    return stdout + stderr
  }

  /** Returns the README's webhook, which is its second sample. */
  webhookSample(): string {
    const readme = fs.readFileSync(path.join(root, 'packages', this.#sdk.package, 'README.md'), 'utf8')
    const [, sample = ''] = new RegExp(`^## The webhook .*?\`\`\`${this.#sdk.fence}\\n(.*?)\`\`\``, 'ms').exec(readme)!
    return sample
  }

  /**
   * Starts a program with the README's webhook, which prints the orders that it settles; null if its framework is
   * missing here.
   */
  async startWebhook(secret: string): Promise<RunningWebhook | null> {
    const { file, write, prepare, command } = this.#sdk.webhook
    const libraries = await prepare(this.folder)
    if (libraries === null) return null
    fs.mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true })
    fs.writeFileSync(path.join(this.folder, file), write(this.webhookSample()))
    const port = await findFreePort()
    const [program = '', ...args] = await command(port, this.folder)
    const own = { ...env, ...libraries, PORT: String(port), WARUNG_WEBHOOK_SECRET: secret }
    const child = spawn(program, args, { cwd: this.folder, env: own, stdio: ['ignore', 'pipe', 'pipe'] })
    const running = { url: `http://127.0.0.1:${port}/warung`, output: '', close: () => void child.kill() }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (running.output += chunk))
    const answers = async () => {
      if (child.exitCode !== null) throw new Error(`the README's webhook ended: ${running.output}`)
      return fetch(running.url, { method: 'POST' }).then(
        () => true,
        () => false,
      )
    }
    await waitUntil(answers, webhookWithinMs)
    return running
  }

  close(): void {
    this.#child?.kill()
    fs.rmSync(this.folder, { recursive: true, force: true })
  }
}
