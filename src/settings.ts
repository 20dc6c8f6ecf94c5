import fs from 'node:fs'
import { z } from 'zod'

const count = (fallback: number, max = 1_000_000_000) => z.coerce.number().int().min(1).max(max).default(fallback)
// With less, the largest sellable file could never be uploaded.
const uploadsBytesMin = 54_525_952
const uploadsBytes = (fallback: number) => z.coerce.number().int().min(uploadsBytesMin).max(1e12).default(fallback)
const storageBytes = (fallback: number) => z.coerce.number().int().min(0).max(1e15).default(fallback)
const optional = z.string().optional()
const aboutText = optional.refine(text => !text || text.length <= 400, 'has 400 characters at most')
const postgresUrl = optional.refine(url => !url || /^postgres(ql)?:\/\//.test(url), 'begins with postgres://')

const Settings = z.object({
  NODE_ENV: optional,
  ROLES: optional,
  MODULES: optional,
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: optional,
  BASE_URL: optional,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_READ_URL: postgresUrl,
  DATABASE_POOL_MAX: count(20, 1000),
  S3_ENDPOINT: optional,
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  MONGODB_URL: optional.refine(url => !url || /^mongodb(\+srv)?:\/\//.test(url), 'begins with mongodb://'),
  BOT_TOKEN: optional.refine(
    token => !token || /^\d+:[\w-]{20,}$/.test(token),
    'is the token that BotFather gave: 123456:ABC...',
  ),
  BOT_UPDATES: z.enum(['webhook', 'polling']).optional(),
  BOT_API_URL: optional,
  SANDBOX_URL: optional,
  OUTBOUND_ALLOW: z.string().default(''),
  SECRET_KEY: optional.refine(key => !key || key.length >= 32, 'has at least 32 characters: openssl rand -base64 32'),
  SECRET_KEY_PREVIOUS: optional,
  OIDC_PROVIDERS: optional,
  SMTP_URL: optional.refine(url => !url || isSmtpUrl(url), 'is like smtp://name:password@host:587 or smtps://...:465'),
  MAIL_FROM: optional.refine(from => !from || isSender(from), 'is an address such as Warung <shop@example.id>'),
  METRICS_TOKEN: optional,
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
  OTEL_SERVICE_NAME: z.string().default('warung'),
  DEMO_HISTORY: z.enum(['on', 'off']).default('on'),
  SIGN_UP: z.enum(['open', 'closed']).default('open'),
  OPERATOR_ABOUT: aboutText,
  OPERATOR_PRICE: aboutText,
  EDITION: z.enum(['subscription', 'verification']).default('subscription'),
  TIME_ZONE: z.string().default('Asia/Jakarta').refine(isTimeZone, 'is a time zone such as Asia/Jakarta'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  KEEP_IDEMPOTENCY_KEYS_DAYS: count(1, 36_500),
  KEEP_CALLBACK_ATTEMPTS_DAYS: count(90, 36_500),
  KEEP_REQUESTS_DAYS: count(7, 36_500),
  KEEP_SESSIONS_DAYS: count(30, 36_500),
  KEEP_SIGN_IN_TRIES_DAYS: count(1, 36_500),
  KEEP_NOTICES_DAYS: count(90, 36_500),
  KEEP_UPDATES_DAYS: z.coerce.number().int().min(2).max(36_500).default(2),
  KEEP_FORMS_DAYS: count(7, 36_500),
  KEEP_UNREAD_DAYS: count(7, 90),
  RATE_LIMIT_PER_S: count(100),
  RATE_LIMIT_BURST: count(200),
  RATE_LIMIT_PICTURES_PER_S: count(10),
  RATE_LIMIT_FAILED_KEYS_PER_MIN: count(20),
  JSON_BYTES_MAX: count(65_536),
  PICTURE_JSON_BYTES_MAX: count(8_388_608),
  IMAGE_BYTES_MAX: count(5_242_880),
  IMAGE_PIXELS_MAX: count(16_000_000),
  UPLOADS_MAX: count(32),
  UPLOADS_BYTES_MAX: uploadsBytes(536_870_912),
  UPLOADS_OF_ONE_MAX: count(8),
  UPLOADS_OF_ONE_BYTES_MAX: uploadsBytes(134_217_728),
  UPLOADS_FREE_BYTES_MIN: storageBytes(5_000_000_000),
  UPLOADS_FREE_PERCENT_MIN: z.coerce.number().int().min(0).max(90).default(10),
  STORAGE_BYTES_MAX: storageBytes(2_000_000_000),
  STORAGE_FILES_MAX: count(500),
  STORAGE_UNVERIFIED_BYTES_MAX: storageBytes(100_000_000),
  STORAGE_UNVERIFIED_FILES_MAX: count(50),
})

/** The names of all settings; each can also be set as a file, by NAME_FILE. */
export const settingNames = Object.keys(Settings.shape)

/** The values by validated name. A setting that cannot be used is a line in `problems`. */
export type SettingValues = z.output<typeof Settings>

/**
 * Reads the settings and fills in defaults. `NAME_FILE` names a file that contains `NAME`, as container secrets do.
 * Null if a setting cannot be used: `problems` then lists which and why.
 */
export function readSettings(env: NodeJS.ProcessEnv, problems: string[]): SettingValues | null {
  const parsed = Settings.safeParse(withFiles(env, problems))
  for (const issue of parsed.error?.issues ?? []) problems.push(`${issue.path.join('.')} ${issue.message}`)
  return parsed.data ?? null
}

// An empty setting counts as unset: `BOT_TOKEN=` in a copied .env means "none".
function withFiles(env: NodeJS.ProcessEnv, problems: string[]): Record<string, string> {
  const known: Record<string, string> = {}
  for (const name of settingNames) {
    const file = env[`${name}_FILE`]
    if (env[name] && file) problems.push(`${name} and ${name}_FILE are both set: keep one`)
    const value = file ? readSecretFile(name, file, problems) : env[name]?.trim()
    if (value) known[name] = value
  }
  return known
}

function readSecretFile(name: string, file: string, problems: string[]): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim()
  } catch (error) {
    problems.push(`${name}_FILE cannot be read: ${(error as Error).message}`)
    return undefined
  }
}

function isSmtpUrl(url: string): boolean {
  return URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol) && new URL(url).hostname !== ''
}

function isSender(text: string): boolean {
  return /^([^<>\r\n]{0,100} )?<?[^\s<>@]{1,64}@[^\s<>@]{1,189}>?$/.test(text)
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
