import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { findFreePort, waitUntil } from '../../kit/shop-process.ts'

const root = path.join(import.meta.dirname, '../../..')
const plugPackage = path.join(root, 'packages/woocommerce')
const workers = 6

export interface SiteOptions {
  wordpress: string
  /** The folder of the real WooCommerce; null for its double. */
  woocommerce: string | null
  /** The address to which Warung sends messages, instead of the site's own. */
  webhookBase?: string
  settings?: Record<string, string>
  /** The site has WooCommerce, but the plugin is not installed yet. */
  isWithoutPlugin?: boolean
}

/** A separate WordPress with its own database, served by PHP itself. */
export class Site {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-wordpress-'))
  url = ''
  readonly #options: SiteOptions
  #server: ChildProcess | undefined

  constructor(options: SiteOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const { wordpress, woocommerce, settings, isWithoutPlugin = false } = this.#options
    fs.cpSync(wordpress, this.folder, { recursive: true })
    const plugins = path.join(this.folder, 'wp-content/plugins')
    if (!isWithoutPlugin) {
      fs.cpSync(path.join(plugPackage, 'warung-for-woocommerce'), path.join(plugins, 'warung-for-woocommerce'), {
        recursive: true,
      })
    }
    fs.cpSync(woocommerce ?? path.join(plugPackage, 'test/double'), path.join(plugins, 'woocommerce'), {
      recursive: true,
    })
    fs.mkdirSync(path.join(this.folder, 'wp-content/mu-plugins'))
    fs.copyFileSync(
      path.join(plugPackage, 'test/bridge.php'),
      path.join(this.folder, 'wp-content/mu-plugins/bridge.php'),
    )
    const port = await findFreePort()
    this.url = `http://127.0.0.1:${port}`
    this.#writeConfig()
    await this.php(installation)
    await this.php(activationOf(isWithoutPlugin ? [shopPlugin] : [shopPlugin, ownPlugin]))
    if (woocommerce) await this.php(orderTables)
    if (settings) await this.bridge('settings', { settings })
    await this.start()
  }

  /** Starts the server, also after it was killed. */
  async start(): Promise<void> {
    const { host } = new URL(this.url)
    this.#server = spawn('php', ['-d', 'error_log=wp-content/errors.log', '-S', host, '-t', this.folder, router], {
      cwd: this.folder,
      // Its workers end with it, as one process group.
      detached: true,
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: String(workers) },
      stdio: 'ignore',
    })
    await waitUntil(async () => (await fetch(`${this.url}/readme.html`)).status < 500, 20_000)
  }

  async kill(): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise(resolve => server.once('exit', resolve))
    process.kill(-server.pid!, 'SIGKILL')
    await ended
  }

  async close(): Promise<void> {
    await this.kill()
    fs.rmSync(this.folder, { recursive: true, force: true })
  }

  /** Does an act in the shop, like a person or the schedule: see bridge.php. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  async bridge(act: string, input: object = {}): Promise<any> {
    if (!this.#server) {
      const values = JSON.stringify(input).replaceAll("'", "\\'")
      await this.php(`echo json_encode(bridge_act('${act}', json_decode('${values}', true), null));`)
      return
    }
    const answer = await fetch(`${this.url}/?bridge=${act}`, { method: 'POST', body: JSON.stringify(input) })
    const text = await answer.text()
    try {
      return JSON.parse(text)
    } catch {
      throw new Error(`${act}: ${answer.status} ${text.slice(0, 2000)}\n${this.errors().slice(-2000)}`)
    }
  }

  /** Runs a program inside WordPress. */
  async php(program: string): Promise<string> {
    const head = `$_SERVER['HTTP_HOST'] = '${new URL(this.url).host}';`
    const load = program === installation ? '' : "require 'wp-load.php';"
    const { stdout } = await promisify(execFile)('php', ['-r', `${head} ${load} ${program}`], {
      cwd: this.folder,
      maxBuffer: 2 ** 24,
    })
    return stdout
  }

  /** Reads WordPress's own database. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of tables that are not ours
  query(sql: string, ...values: (string | number)[]): any[] {
    const database = new DatabaseSync(path.join(this.folder, 'wp-content/database/.ht.sqlite'), { readOnly: true })
    try {
      database.exec('pragma busy_timeout = 5000')
      return database.prepare(sql).all(...values)
    } finally {
      database.close()
    }
  }

  errors(): string {
    const file = path.join(this.folder, 'wp-content/errors.log')
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  }

  #writeConfig(): void {
    const { webhookBase } = this.#options
    const constants: Record<string, string | boolean> = {
      DB_NAME: 'wordpress',
      DB_USER: '',
      DB_PASSWORD: '',
      DB_HOST: '',
      DB_CHARSET: 'utf8',
      DB_COLLATE: '',
      DB_ENGINE: 'sqlite',
      WP_HOME: this.url,
      WP_SITEURL: this.url,
      WP_DEBUG: true,
      WP_DEBUG_DISPLAY: false,
      // The log goes where the server writes its own.
      WP_DEBUG_LOG: path.join(this.folder, 'wp-content/errors.log'),
      DISABLE_WP_CRON: true,
      AUTOMATIC_UPDATER_DISABLED: true,
      WP_HTTP_BLOCK_EXTERNAL: true,
      WP_ACCESSIBLE_HOSTS: '127.0.0.1,localhost',
      ...(webhookBase ? { BRIDGE_WEBHOOK_BASE: webhookBase } : {}),
      ...Object.fromEntries(keyNames.map(name => [name, `${name} of a test`])),
    }
    const lines = Object.entries(constants).map(
      ([name, value]) => `define('${name}', ${typeof value === 'string' ? `'${value}'` : value});`,
    )
    const end = `$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';`
    fs.writeFileSync(path.join(this.folder, 'wp-config.php'), `<?php\n${lines.join('\n')}\n${end}\n`)
  }
}

const keyNames = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap(name => [`${name}_KEY`, `${name}_SALT`])

export const admin = { name: 'admin', password: 'warung-kopi-7' }

const installation = `define('WP_INSTALLING', true); require 'wp-load.php'; require 'wp-admin/includes/upgrade.php';
wp_install('Toko Kopi', '${admin.name}', 'pemilik@toko.example', true, '', '${admin.password}');`

const shopPlugin = 'woocommerce/woocommerce.php'
const ownPlugin = 'warung-for-woocommerce/warung-for-woocommerce.php'

// The SQLite driver installs with its own password, so the password is set afterwards.
const activationOf = (plugins: string[]) => `wp_set_password('${admin.password}', 1);
update_option('admin_email_lifespan', time() + YEAR_IN_SECONDS);
require_once 'wp-admin/includes/plugin.php';
foreach (['${plugins.join("', '")}'] as $plugin) {
  $result = activate_plugin($plugin);
  if (is_wp_error($result)) { fwrite(STDERR, $result->get_error_message()); exit(1); }
}
update_option('woocommerce_currency', 'IDR');`

// The real plugin does this for a new shop in the background.
const orderTables = `WC_Install::install();
WC_Install::create_pages();
update_option('woocommerce_custom_orders_table_enabled', 'yes');
$tables = wc_get_container()->get(Automattic\\WooCommerce\\Internal\\DataStores\\Orders\\DataSynchronizer::class);
$tables->create_database_tables();
update_option('woocommerce_coming_soon', 'no');
update_option('woocommerce_currency', 'IDR');`

const router = path.join(plugPackage, 'test/router.php')
