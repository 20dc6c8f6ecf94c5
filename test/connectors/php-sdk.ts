import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { promisify } from 'node:util'

const run = promisify(execFile)
const loader = path.join(import.meta.dirname, 'php/load.php')

/** The hosts in the SDKs' code, and the sandbox's provider that answers for each. */
const providers: Record<string, string> = {
  'api.sandbox.midtrans.com': 'midtrans',
  'api.xendit.co': 'xendit',
  'sandbox.duitku.com': 'duitku',
  'tripay.co.id': 'tripay',
  'sandbox.ipaymu.com': 'ipaymu',
}

/** The reason why the PHP SDKs are not tested here; null if they are. */
export const noPhp =
  process.env.PHP_SDK_DIR === undefined
    ? 'PHP_SDK_DIR names no folder with them'
    : spawnSync('php', ['--version']).status === 0
      ? null
      : 'this machine has no PHP'

/** Returns whether PHP finds this class in the folder, and everything that it needs. */
export function hasPhpClass(name: string): boolean {
  if (noPhp !== null) return false
  const program = `require '${loader}'; exit(class_exists(${JSON.stringify(name)}) ? 0 : 1);`
  return spawnSync('php', ['-r', program]).status === 0
}

/**
 * Opens a proxy between the SDKs and the internet. It answers for the providers' own hosts with a certificate that PHP
 * is configured to trust. The SDKs are unchanged.
 */
export async function openPhp(sandboxUrl: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'warung-php-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const names = Object.keys(providers).map(host => `DNS:${host}`)
  const subject = ['-subj', '/CN=sandbox', '-addext', `subjectAltName=${names.join(',')}`]
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  })
  const secureContext = createSecureContext({ key: readFileSync(key), cert: readFileSync(cert) })
  const { host } = new URL(sandboxUrl)
  const inner = createServer((request, response) => {
    const { method, headers } = request
    const provider = providers[String(headers.host)]
    const sent = forward(
      `${sandboxUrl}/${provider}${request.url}`,
      { method, headers: { ...headers, host } },
      answer => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    sent.on('error', () => response.destroy())
    request.pipe(sent)
  })
  const proxy = createServer().on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    inner.emit('connection', new TLSSocket(socket as never, { isServer: true, secureContext }))
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const env = { ...process.env, https_proxy: address, HTTPS_PROXY: address, NO_PROXY: '', no_proxy: '' }
  return {
    /** Runs a program with the SDKs loaded, and returns its printed JSON. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as any client does.
    async run(program: string): Promise<any> {
      const settings = ['-d', `curl.cainfo=${cert}`, '-d', 'date.timezone=Asia/Jakarta']
      const { stdout } = await run('php', [...settings, '-r', `require '${loader}';${program}`], { env, cwd: folder })
      return JSON.parse(stdout)
    },
    async stop() {
      proxy.closeAllConnections()
      await new Promise(resolve => proxy.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
