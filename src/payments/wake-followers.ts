import type { Needs } from '../needs.ts'

/** Says that payments were paid: hints, so that callbacks leave and open pages turn at once. */
export function wakeFollowers(app: Needs<'wake'>): void {
  for (const channel of ['callbacks', 'notices', 'payments']) app.wake.notify(channel)
}
