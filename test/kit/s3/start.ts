import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { Bucket } from '../../../src/config.ts'
import { findFreePort, waitUntil } from '../shop-process.ts'

export const howToHaveS3 = 'bash test/kit/s3/build.sh (Go 1.24 or newer)'

const startMsMax = 20_000
const access = { accessKeyId: 'warung', secretAccessKey: 'a-secret-for-tests' }

/** Returns the program that build.sh built, or undefined. */
export function findS3(): string | undefined {
  const file = path.join(import.meta.dirname, '../../../.cache/versitygw-1.8.0')
  return fs.existsSync(file) ? file : undefined
}

/** Starts a real S3 server on a folder, with one bucket. With the port of an earlier server it replaces that one. */
export async function startS3(
  binary: string,
  dir: string,
  givenPort?: number,
): Promise<{ bucket: Bucket; port: number; stop(): Promise<void> }> {
  const port = givenPort ?? (await findFreePort())
  fs.mkdirSync(path.join(dir, 'goods'), { recursive: true })
  const words = ['--port', `127.0.0.1:${port}`, '--access', access.accessKeyId, '--secret', access.secretAccessKey]
  const child = spawn(binary, [...words, 'posix', dir], { stdio: ['ignore', 'ignore', 'ignore'] })
  process.once('exit', () => child.kill('SIGKILL'))
  await waitUntil(async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0, startMsMax)
  return {
    bucket: { endpoint: `http://127.0.0.1:${port}/goods`, region: 'us-east-1', ...access },
    port,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
