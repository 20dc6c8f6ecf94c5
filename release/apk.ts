import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/**
 * Builds the Android app with the release key that `KEYSTORE` names. Returns its files by name, the app and its
 * published hash; empty without a key, because phones reject an app that another key signed.
 */
export function buildApk(source: string, env: NodeJS.ProcessEnv = process.env): Map<string, Buffer> {
  if (!env.KEYSTORE) return new Map()
  const folder = path.join(source, 'packages/forwarder-android')
  // The build runs in a separate folder, so a relative path to the key would not be found.
  const buildEnv = { ...env, KEYSTORE: path.resolve(env.KEYSTORE), OUT: path.join(folder, 'out') }
  execFileSync('bash', ['build.sh'], { cwd: folder, env: buildEnv, stdio: ['ignore', 'ignore', 'inherit'] })
  const manifest = fs.readFileSync(path.join(folder, 'AndroidManifest.xml'), 'utf8')
  return nameApk(manifest, fs.readFileSync(path.join(folder, 'out/warung-forwarder.apk')))
}

/** Names an app by its version, and adds its hash as `sha256sum` writes it. */
export function nameApk(manifest: string, apk: Buffer): Map<string, Buffer> {
  const version = /android:versionName="(\d+\.\d+\.\d+)"/.exec(manifest)?.[1]
  if (version === undefined) throw new Error('AndroidManifest.xml names no version')
  const name = `warung-forwarder-${version}.apk`
  const hash = createHash('sha256').update(apk).digest('hex')
  return new Map([
    [name, apk],
    [`${name}.sha256`, Buffer.from(`${hash}  ${name}\n`)],
  ])
}
