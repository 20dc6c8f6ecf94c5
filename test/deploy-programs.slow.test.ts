import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderCompletionScript } from '../src/commands/help.ts'
import { findFreePort, waitUntil } from './kit/shop-process.ts'

const deploy = path.join(import.meta.dirname, '..', 'deploy')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'warung-programs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Whether a program is installed: a test that runs someone else's program is skipped without it. */
function has(program: string): boolean {
  return spawnSync('which', [program]).status === 0
}

const keep = (name: string, text: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

describe.skipIf(!has('nginx'))('nginx with deploy/nginx.conf', () => {
  test('nginx forwards address, scheme and an upload of two megabytes, and redirects http to https', async () => {
    const seen: http.IncomingHttpHeaders[] = []
    const shop = http.createServer((request, response) => {
      seen.push(request.headers)
      let size = 0
      request.on('data', (part: Buffer) => (size += part.length)).on('end', () => response.end(String(size)))
    })
    await new Promise<void>(resolve => shop.listen(0, '127.0.0.1', resolve))
    const { port } = shop.address() as AddressInfo
    const [tls, plain] = [await findFreePort(), await findFreePort()]
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=shop.example', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject], {
      stdio: 'ignore',
    })
    const site = readFileSync(path.join(deploy, 'nginx.conf'), 'utf8')
      .replace(/ssl_certificate .*/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`)
      .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replace(/listen 443/, `listen 127.0.0.1:${tls}`)
      .replace(/listen 80/, `listen 127.0.0.1:${plain}`)
      .replace(/listen \[::\].*/g, '')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const paths = temporary.map(name => `${name}_temp_path ${path.join(folder, name)};`).join(' ')
    keep('site.conf', site)
    const worker = `user ${os.userInfo().username}; pid ${folder}/pid; error_log stderr; events {}`
    const main = `${worker}\nhttp { access_log off; ${paths} include site.conf; }`
    const args = ['-p', folder, '-c', keep('nginx.conf', main), '-g', 'daemon off;']
    const nginx = spawn('nginx', args, { stdio: 'ignore' })
    try {
      const upload = () =>
        new Promise<string>((resolve, reject) => {
          const request = https.request(
            {
              host: '127.0.0.1',
              port: tls,
              method: 'POST',
              rejectUnauthorized: false,
              headers: { host: 'shop.example' },
            },
            response => response.setEncoding('utf8').on('data', resolve),
          )
          request.on('error', reject).end(Buffer.alloc(2_000_000))
        })
      await waitUntil(async () => (await upload().catch(() => '')) !== '', 30_000)
      expect(await upload()).toBe('2000000')
      expect(seen.at(-1)).toMatchObject({
        host: 'shop.example',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      })
      const moved = await fetch(`http://127.0.0.1:${plain}/pay/x`, { redirect: 'manual' })
      expect([moved.status, moved.headers.get('location')]).toEqual([301, expect.stringMatching(/^https:.*\/pay\/x$/)])
    } finally {
      nginx.kill()
      shop.close()
    }
  }, 60_000)
})

describe.skipIf(!has('systemd-analyze'))('systemd', () => {
  test('systemd accepts deploy/warung.service', () => {
    const unit = readFileSync(path.join(deploy, 'warung.service'), 'utf8').replace('/usr/bin/npm', process.execPath)
    const checked = spawnSync('systemd-analyze', ['verify', keep('warung.service', unit)], { encoding: 'utf8' })
    expect([checked.status, checked.stderr]).toEqual([0, ''])
  })
})

describe.skipIf(!has('zsh'))('zsh without any settings', () => {
  test('zsh completes a command with the Tab key', () => {
    const commands = { 'catalog import': { usage: '' }, 'catalog export': { usage: '' }, doctor: { usage: '' } }
    const script = keep('completion.sh', renderCompletionScript(commands).join('\n'))
    const typed = `
      zmodload zsh/zpty
      zpty z zsh -fi
      zpty -w z "PS1='> '; warung() { print -r -- GOT \\$@ }; source ${script}; print RE''ADY"
      zpty -r z out "*READY*"
      zpty -n -w z "warung catalog imp"$'\\t'
      zpty -n -w z $'\\n'
      zpty -r z out "*GOT catalog import*"
      print -r -- "$out"`
    const env = { HOME: folder, PATH: process.env.PATH ?? '', TERM: 'dumb' }
    const said = execFileSync('zsh', ['-f', keep('typed.zsh', typed)], { encoding: 'utf8', env, timeout: 30_000 })
    expect(said).toContain('GOT catalog import')
  }, 40_000)
})
