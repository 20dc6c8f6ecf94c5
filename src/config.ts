import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { UploadBounds } from './http/uploads.ts'
import { type IdentityProviderSettings, readIdentityProviders, sandboxIdentity } from './identity-provider-settings.ts'
import { makeFolder, writeOnce } from './lib/files.ts'
import { formatHostAndPort } from './lib/outgoing/host-and-port.ts'
import { isLocalHost } from './lib/this-machine.ts'
import type { MailSettings } from './people/mail/mailer.ts'
import { readSettings, type SettingValues } from './settings.ts'

export const roleNames = ['api', 'jobs', 'bot', 'sandbox'] as const
export type Role = (typeof roleNames)[number]

/** The settings of the installation; `.env.example` and the README describe each one. */
export interface Config {
  production: boolean
  roles: Set<Role>
  /** The names of the enabled modules, separated by commas; undefined for the defaults. */
  modules: string | undefined
  port: number
  host: string
  /**
   * The shop's address without a trailing slash. All addresses in answers start with it, regardless of the request's
   * host.
   */
  baseUrl: string
  dataDir: string
  /** The database; undefined for the embedded PostgreSQL in `dataDir/postgres`. */
  databaseUrl: string | undefined
  /**
   * A direct connection to the primary, needed for LISTEN, migrations and Agenda if `databaseUrl` is a pooler that
   * shares sessions.
   */
  databaseDirectUrl: string | undefined
  /** A replica for lists and statistics, which may then lag slightly. */
  databaseReadUrl: string | undefined
  databasePoolMax: number
  /** The bucket for goods; undefined if they are stored in `dataDir/goods`. */
  bucket: Bucket | undefined
  /** The mail server; undefined if no e-mail is sent. */
  mail: MailSettings | undefined
  /** The MongoDB for Agenda's jobs; undefined if they are stored in PostgreSQL. */
  mongodbUrl: string | undefined
  /** The token of the bot; undefined for the local Bot API. */
  botToken: string | undefined
  botUpdates: 'webhook' | 'polling'
  botApiUrl: string
  sandboxUrl: string
  /**
   * Whether the demo can be reached from the internet outside production: sandbox and bot control then require a key.
   */
  demoIsPublic: boolean
  /** Whether a new demo begins with four weeks of sales. */
  demoHasHistory: boolean
  outboundAllow: string[]
  /** The installation's own addresses, to which callbacks and live connections must not connect. */
  ownAddresses: string[]
  secretKey: string
  /** The previous SECRET_KEY, used until the keys that it wrapped are wrapped with the new one. */
  previousSecretKey: string | undefined
  identityProviders: IdentityProviderSettings[]
  /** The token that Prometheus sends to read `/metrics`. */
  metricsToken: string | undefined
  traces: { endpoint: string | undefined; serviceName: string }
  /** Whether anyone can open an account on the sign-up page. */
  signUpIsOpen: boolean
  /** The operator's texts for the home page: about themselves, and about prices. */
  about: { operator: string | undefined; price: string | undefined }
  edition: 'subscription' | 'verification'
  timeZone: string
  logLevel: string
  /** The number of trusted proxies in front of this process, whose entries in X-Forwarded-For count, from the right. */
  trustedProxies: number
  limits: Limits
  keptDays: RetentionDays
}

/** A bucket of an S3-compatible storage. */
export interface Bucket {
  /** Its address, such as `https://host/bucket`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** How long data that may eventually be deleted is kept, in days. */
export interface RetentionDays {
  idempotencyKeys: number
  callbackAttempts: number
  /** The log of API requests. */
  requests: number
  /** Sessions that have ended. */
  sessions: number
  /** Expired codes and counted attempts. */
  signInTries: number
  notices: number
  updates: number
  forms: number
  /** Notifications of phones that could not be read. */
  unread: number
}

export interface Limits {
  requestsPerS: number
  requestsBurst: number
  picturesPerS: number
  failedKeysPerMin: number
  jsonBytesMax: number
  pictureJsonBytesMax: number
  imageBytesMax: number
  imagePixelsMax: number
  uploads: UploadBounds
  storage: StorageLimits
}

/** The storage limit of an account, and the free disk space below which all uploads stop. */
export interface StorageLimits {
  bytesMax: number
  /** The maximum number of files, and separately of pictures. */
  filesMax: number
  /** The limit for an account that the operator has not verified and that has not paid. */
  unverifiedBytesMax: number
  unverifiedFilesMax: number
  freeBytesMin: number
  freePercentMin: number
}

/** Thrown once with all mistakes, so that the operator can correct all settings at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: string[]

  constructor(problems: string[], options?: ErrorOptions) {
    super(`The settings cannot be used:\n${problems.map(problem => `  - ${problem}`).join('\n')}`, options)
    this.problems = problems
  }
}

/**
 * Reads and validates all settings. This is the only place that reads the environment. Throws ConfigError with every
 * problem at once.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const settings = readSettings(env, problems)
  if (!settings) throw new ConfigError(problems)

  const production = settings.NODE_ENV === 'production'
  const roles = readRoles(settings.ROLES, production, problems)
  const addresses = readAddresses(settings, problems)
  refuseWhatIsMissing(settings, roles, problems)
  const demoIsPublic = !production && URL.canParse(addresses.baseUrl) && isPublicHost(addresses.baseUrl)
  if (demoIsPublic && !(settings.ROLES && roles.has('sandbox'))) {
    problems.push(
      `BASE_URL ${addresses.baseUrl} leads here from other machines: set NODE_ENV=production. Or name the ` +
        'sandbox in ROLES to show a demo to the world; its controls then want a key',
    )
  }
  const identityProviders = readIdentityProviders(settings.OIDC_PROVIDERS, production, problems)
  const bucket = readBucket(settings, problems)
  const mail = readMail(settings, problems)
  const dataDir = path.resolve(settings.DATA_DIR)
  const secretKey = settings.SECRET_KEY ?? (problems.length === 0 ? keptSecretKey(dataDir, problems) : '')
  if (problems.length > 0) throw new ConfigError(problems)

  return {
    production,
    roles,
    modules: settings.MODULES,
    port: settings.PORT,
    host: settings.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    ...addresses,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    databaseReadUrl: settings.DATABASE_READ_URL,
    databasePoolMax: settings.DATABASE_POOL_MAX,
    bucket,
    mail,
    mongodbUrl: settings.MONGODB_URL,
    botToken: settings.BOT_TOKEN,
    botUpdates: settings.BOT_UPDATES ?? (addresses.baseUrl.startsWith('https:') ? 'webhook' : 'polling'),
    demoIsPublic,
    demoHasHistory: settings.DEMO_HISTORY === 'on',
    outboundAllow: readAllowed(settings.OUTBOUND_ALLOW, production ? [] : [addresses.sandboxUrl]),
    secretKey,
    previousSecretKey: settings.SECRET_KEY_PREVIOUS,
    identityProviders: [...identityProviders, ...(roles.has('sandbox') ? [sandboxIdentity(addresses.sandboxUrl)] : [])],
    metricsToken: settings.METRICS_TOKEN,
    traces: { endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: settings.OTEL_SERVICE_NAME },
    signUpIsOpen: settings.SIGN_UP === 'open',
    about: { operator: settings.OPERATOR_ABOUT, price: settings.OPERATOR_PRICE },
    edition: settings.EDITION,
    timeZone: settings.TIME_ZONE,
    logLevel: settings.LOG_LEVEL,
    trustedProxies: settings.TRUSTED_PROXIES,
    limits: readLimits(settings),
    keptDays: readKeptDays(settings),
  }
}

function readAddresses(settings: SettingValues, problems: string[]) {
  const here = `http://localhost:${settings.PORT}`
  if (settings.PORT === 0 && !settings.BASE_URL) problems.push('BASE_URL is needed when PORT is 0')
  const baseUrl = readAddress('BASE_URL', settings.BASE_URL ?? here, problems)
  const sandboxUrl = readAddress('SANDBOX_URL', settings.SANDBOX_URL ?? `${baseUrl}/sandbox`, problems)
  if (settings.SANDBOX_URL && !hasPath(sandboxUrl)) {
    problems.push('SANDBOX_URL has a path, such as https://shop.example/sandbox')
  }
  const telegram = settings.BOT_TOKEN ? 'https://api.telegram.org' : besideSandbox(sandboxUrl)
  const botApiUrl = readAddress('BOT_API_URL', settings.BOT_API_URL ?? telegram, problems)
  // At the root of its host, it would hide the shop's own pages.
  if (!settings.BOT_TOKEN && settings.NODE_ENV !== 'production' && settings.BOT_API_URL && !hasPath(botApiUrl)) {
    problems.push(
      `BOT_API_URL has a path where BOT_TOKEN is empty, such as ${here}/telegram: the local Bot API is served under it`,
    )
  }
  const ownAddresses = [here, baseUrl, sandboxUrl, ...(settings.BOT_TOKEN ? [] : [botApiUrl])]
  return { baseUrl, sandboxUrl, botApiUrl, ownAddresses }
}

function readBucket(settings: SettingValues, problems: string[]): Bucket | undefined {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = settings
  if (!S3_ENDPOINT && !S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY) return undefined
  if (!S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    problems.push('S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set all of them or none')
    return undefined
  }
  const endpoint = readAddress('S3_ENDPOINT', S3_ENDPOINT, problems)
  if (!hasPath(endpoint)) problems.push('S3_ENDPOINT ends with the bucket, such as https://s3.example/goods')
  return { endpoint, region: S3_REGION, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
}

function readMail({ SMTP_URL: url, MAIL_FROM: from }: SettingValues, problems: string[]): MailSettings | undefined {
  if (url && from) return { url, from }
  if (url || from) problems.push('SMTP_URL and MAIL_FROM belong together: set both or none')
  return undefined
}

function refuseWhatIsMissing(settings: SettingValues, roles: Set<Role>, problems: string[]): void {
  const production = settings.NODE_ENV === 'production'
  if (production && !settings.SECRET_KEY) problems.push('SECRET_KEY is required when NODE_ENV=production')
  if (production && !settings.BOT_TOKEN && roles.has('bot')) {
    problems.push('BOT_TOKEN is required for the role bot when NODE_ENV=production: there is no local Bot API there')
  }
  if (!settings.DATABASE_URL && !(roles.has('api') && roles.has('jobs'))) {
    problems.push('DATABASE_URL is required when ROLES splits the work over several processes')
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    if (settings[name] && !settings.DATABASE_URL)
      problems.push(`${name} is another way to what DATABASE_URL names: set both`)
  }
}

const isPublicHost = (address: string) => !isLocalHost(new URL(address).hostname)

function readLimits(settings: SettingValues): Limits {
  return {
    requestsPerS: settings.RATE_LIMIT_PER_S,
    requestsBurst: settings.RATE_LIMIT_BURST,
    picturesPerS: settings.RATE_LIMIT_PICTURES_PER_S,
    failedKeysPerMin: settings.RATE_LIMIT_FAILED_KEYS_PER_MIN,
    jsonBytesMax: settings.JSON_BYTES_MAX,
    pictureJsonBytesMax: settings.PICTURE_JSON_BYTES_MAX,
    imageBytesMax: settings.IMAGE_BYTES_MAX,
    imagePixelsMax: settings.IMAGE_PIXELS_MAX,
    uploads: {
      count: settings.UPLOADS_MAX,
      bytes: settings.UPLOADS_BYTES_MAX,
      countOfOne: settings.UPLOADS_OF_ONE_MAX,
      bytesOfOne: settings.UPLOADS_OF_ONE_BYTES_MAX,
    },
    storage: {
      bytesMax: settings.STORAGE_BYTES_MAX,
      filesMax: settings.STORAGE_FILES_MAX,
      unverifiedBytesMax: settings.STORAGE_UNVERIFIED_BYTES_MAX,
      unverifiedFilesMax: settings.STORAGE_UNVERIFIED_FILES_MAX,
      freeBytesMin: settings.UPLOADS_FREE_BYTES_MIN,
      freePercentMin: settings.UPLOADS_FREE_PERCENT_MIN,
    },
  }
}

function readKeptDays(settings: SettingValues): RetentionDays {
  return {
    idempotencyKeys: settings.KEEP_IDEMPOTENCY_KEYS_DAYS,
    callbackAttempts: settings.KEEP_CALLBACK_ATTEMPTS_DAYS,
    requests: settings.KEEP_REQUESTS_DAYS,
    sessions: settings.KEEP_SESSIONS_DAYS,
    signInTries: settings.KEEP_SIGN_IN_TRIES_DAYS,
    notices: settings.KEEP_NOTICES_DAYS,
    updates: settings.KEEP_UPDATES_DAYS,
    forms: settings.KEEP_FORMS_DAYS,
    unread: settings.KEEP_UNREAD_DAYS,
  }
}

function readRoles(text: string | undefined, production: boolean, problems: string[]): Set<Role> {
  const asked =
    text?.split(',').map(name => name.trim()) ?? roleNames.filter(role => !(production && role === 'sandbox'))
  for (const name of asked) {
    if (!roleNames.includes(name as Role)) problems.push(`ROLES knows ${roleNames.join(', ')}, not "${name}"`)
  }
  if (production && asked.includes('sandbox')) problems.push('ROLES: the sandbox does not run when NODE_ENV=production')
  return new Set(asked as Role[])
}

function readAddress(name: string, text: string, problems: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    problems.push(`${name} is an absolute http(s) address without a query, such as https://shop.example`)
  }
  return text.replace(/(?<!\/)\/+$/, '')
}

function hasPath(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname !== '/'
}

// The local Bot API belongs to the role sandbox, so it has the sandbox's host.
function besideSandbox(sandboxUrl: string): string {
  return sandboxUrl.replace(/\/sandbox$/, '/telegram')
}

function readAllowed(text: string, addresses: string[]): string[] {
  const named = text.split(',').map(entry => entry.trim())
  return [...named, ...addresses.map(address => formatHostAndPort(new URL(address)))].filter(entry => entry !== '')
}

// Generated once and stored beside the data that it protects.
function keptSecretKey(dataDir: string, problems: string[]): string {
  const file = path.join(dataDir, 'secret.key')
  try {
    makeFolder(dataDir)
    if (!fs.existsSync(file)) writeOnce(file, randomBytes(32).toString('base64'))
    const key = fs.readFileSync(file, 'utf8').trim()
    if (key.length < 32)
      problems.push(`${file} is cut off: bring it back from a backup, or remove it with all the data`)
    return key
  } catch (error) {
    problems.push(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`)
    return ''
  }
}
