import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

/**
 * Opens a headless Chromium from an npm package, so that browser tests run on a bare machine. `CHROMIUM_PATH` names
 * another one; `more` are additional arguments. The test file that opens it closes it; a `newContext` per test keeps
 * tests apart.
 */
export async function openBrowser(...more: string[]): Promise<Browser> {
  const folder = await unpacked()
  return driver.launch({
    executablePath: process.env.CHROMIUM_PATH ?? path.join(folder, 'chromium'),
    // Unlike in the package's own arguments, web security stays on: these tests rely on it.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', ...more],
    env: { ...process.env, FONTCONFIG_FILE: path.join(folder, fontsFile) },
  })
}

const manifest = path.join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/package.json')

/** Returns the folder of the browser and its fonts, which is unpacked once per machine and version. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string }
  const folder = path.join(os.tmpdir(), `warung-chromium-${version}-${os.userInfo().username}`)
  if (fs.existsSync(folder)) return folder

  // The package accepts a half-written file, so each worker unpacks separately and the first to finish wins.
  const own = fs.mkdtempSync(`${folder}-`)
  const before = process.env.TMPDIR
  process.env.TMPDIR = own
  try {
    await chromium.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  fs.writeFileSync(path.join(own, fontsFile), fontsConfig(path.join(folder, 'fonts')))
  try {
    fs.renameSync(own, folder)
  } catch {
    fs.rmSync(own, { recursive: true, force: true })
  }
  return folder
}

const fontsFile = 'warung-fonts.conf'

// A bare machine has no fonts at all, so the package's font comes first; the machine's own fonts add missing
// characters.
function fontsConfig(folder: string): string {
  const families = ['sans-serif', 'system-ui', 'serif'].map(
    family => `<alias binding="strong"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`,
  )
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${folder}</dir><dir>/usr/share/fonts</dir><cachedir>${folder}-cache</cachedir>${families.join('')}
</fontconfig>`
}
