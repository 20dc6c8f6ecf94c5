import type { Needs } from '../../needs.ts'
import { Broadcast } from './broadcast.ts'

/** Counts the broadcasts that are being sent. */
export async function countOpenBroadcasts(app: Needs<'em'>): Promise<Record<string, number>> {
  return { 'broadcasts going out': await app.em('installation').count(Broadcast, { state: 'sending' }) }
}
