import type { Needs } from '../needs.ts'

/** Sends the hints that payments were paid, so that callbacks are delivered and open pages change at once. */
export function wakeFollowers(app: Needs<'wake'>): void {
  for (const channel of ['callbacks', 'notices', 'payments']) app.wake.notify(channel)
}
