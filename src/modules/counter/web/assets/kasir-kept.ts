// Keeps the page of the counter on this device for a cut of the network, with what the shop said last. Only a device
// that is paired comes here; browsers have no worker for pages that came over plain http from another machine.

import type { CounterState } from '../counter-answers.ts'

const kept = 'warung-kasir'
const stateIn = (base: string) => `${base}/state`
const mayKeep = 'serviceWorker' in navigator && 'caches' in window

/** Keeps this page with all that it is made of, and forgets what an older one was made of. */
export async function keepPage(base: string) {
  if (!mayKeep) return
  try {
    await navigator.serviceWorker.register(`${base}/worker.js`, { scope: base })
    const assets = performance.getEntriesByType('resource').map(({ name }) => name)
    const parts = [base, ...new Set(assets.filter(name => name.includes('/assets/')))]
    const cache = await caches.open(kept)
    await cache.addAll(parts)
    const needed = new Set([...parts, stateIn(base)].map(part => new URL(part, location.href).href))
    for (const request of await cache.keys()) if (!needed.has(request.url)) await cache.delete(request)
  } catch {
    // The line is cut: what was kept before is good.
  }
}

export async function keepState(base: string, state: CounterState) {
  if (!mayKeep) return
  const cache = await caches.open(kept)
  await cache.put(stateIn(base), new Response(JSON.stringify(state)))
}

/** Returns the shop's last state; null if none is stored. */
export async function keptState(base: string): Promise<CounterState | null> {
  if (!mayKeep) return null
  const answer = await caches.match(stateIn(base))
  return answer ? answer.json() : null
}

/** A device that has been revoked deletes the stored page. */
export const forgetPage = () => mayKeep && caches.delete(kept)
