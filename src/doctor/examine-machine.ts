import { buffer } from 'node:stream/consumers'
import { formatGigabytes, measureSpace, type Space } from '../lib/files.ts'
import { pingSql } from '../lib/server-sql.ts'
import type { Needs } from '../needs.ts'
import type { Finding } from './finding.ts'

/** Reports on the clocks, the disk, and the bucket if it replaces the folder for goods. */
export async function examineMachine(app: Needs<'config' | 'sql' | 'now' | 'calendar' | 'goods'>): Promise<Finding[]> {
  const [space, clocks, bucket] = await Promise.all([
    measureSpace(app.config.dataDir),
    compareClocks(app),
    examineBucket(app),
  ])
  return [judgeClocks(clocks, app), ...judgeBusinessTime(app), judgeSpace(space), ...bucket]
}

const driftWarningMs = 2_000
const driftWrongMs = 30_000

/** Returns how far the database's clock is ahead of this machine's, give or take half of the round trip. */
async function compareClocks({ sql }: Needs<'sql'>): Promise<{ aheadMs: number; slackMs: number }> {
  const before = Date.now()
  const [row] = await sql.query<{ at: Date }>(pingSql)
  const after = Date.now()
  return { aheadMs: row!.at.getTime() - (before + after) / 2, slackMs: (after - before) / 2 }
}

export function judgeClocks(
  { aheadMs, slackMs }: { aheadMs: number; slackMs: number },
  { calendar }: Needs<'calendar'>,
): Finding {
  const driftMs = Math.max(0, Math.abs(aheadMs) - slackMs)
  const here = `it is ${calendar.format(new Date())} in ${calendar.zone}`
  if (driftMs < driftWarningMs) {
    return { subject: 'clock', state: 'well', sentence: `${here}, and the database agrees` }
  }
  return {
    subject: 'clock',
    state: driftMs < driftWrongMs ? 'warning' : 'wrong',
    sentence:
      `${here}, and the database's clock is ` + `${Math.round(driftMs / 1000)} s ${aheadMs > 0 ? 'ahead' : 'behind'}`,
    advice: 'keep NTP on at both machines: signatures and one-time codes are refused when clocks disagree',
  }
}

function judgeBusinessTime({ now }: Needs<'now'>): Finding[] {
  const aheadS = Math.round((now().getTime() - Date.now()) / 1000)
  if (Math.abs(aheadS) < 2) return []
  const sentence = `the sandbox has moved business time ${aheadS} s ahead`
  return [
    { subject: 'clock', state: 'warning', sentence, advice: 'it never goes back; a fresh database begins with none' },
  ]
}

const freeWrongBytes = 200_000_000
const freeWarningBytes = 1_000_000_000
const freeWarningShare = 0.05

export function judgeSpace({ folder, freeBytes, totalBytes }: Space): Finding {
  const sentence = `${formatGigabytes(freeBytes)} of ${formatGigabytes(totalBytes)} GB are free at ${folder}`
  const isShort = freeBytes < freeWarningBytes || freeBytes < totalBytes * freeWarningShare
  if (!isShort) return { subject: 'disk', state: 'well', sentence }
  const state = freeBytes < freeWrongBytes ? 'wrong' : 'warning'
  return { subject: 'disk', state, sentence, advice: 'make room: a full disk stops every write, and says so with 503' }
}

/** Stores one byte in the bucket, reads it and deletes it. */
export async function examineBucket({ config, goods }: Needs<'config' | 'goods'>): Promise<Finding[]> {
  if (!config.bucket) return []
  const { endpoint } = config.bucket
  try {
    const storageKey = await goods.store('files', Buffer.from('?'))
    await buffer(await goods.open('files', storageKey))
    await goods.drop('files', storageKey)
    return [{ subject: 'bucket', state: 'well', sentence: `${endpoint} keeps, gives back and deletes` }]
  } catch (error) {
    const { message, cause } = error as Error
    const sentence = `${endpoint} cannot be used: ${cause instanceof Error ? cause.message : message}`
    const advice = 'S3_ENDPOINT ends with a bucket that is there; its key may read, write and delete in it'
    return [{ subject: 'bucket', state: 'wrong', sentence, advice }]
  }
}
