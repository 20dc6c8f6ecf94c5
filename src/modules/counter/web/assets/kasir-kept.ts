// Stores the counter's page on this device for a network failure, with the shop's last state. Only a paired device uses
// it; browsers offer no worker to pages loaded over plain http from another machine.

import type { CounterState } from '../counter-answers.ts'

const kept = 'warung-kasir'
const pictures = 'warung-kasir-pictures'
const stateIn = (base: string) => `${base}/state`
const mayKeep = 'serviceWorker' in navigator && 'caches' in window

/** Stores this page with all its parts, and deletes the parts of older versions. */
export async function storePage(base: string) {
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
    // The connection is broken: the stored page stays valid.
  }
}

export async function storeState(base: string, state: CounterState) {
  if (!mayKeep) return
  const cache = await caches.open(kept)
  await cache.put(stateIn(base), new Response(JSON.stringify(state)))
}

/** Returns the shop's last state; null if none is stored. */
export async function readStoredState(base: string): Promise<CounterState | null> {
  if (!mayKeep) return null
  const answer = await caches.match(stateIn(base))
  return answer ? answer.json() : null
}

/** Deletes the stored page after the device was revoked. */
export const forgetPage = async () => mayKeep && Promise.all([kept, pictures].map(name => caches.delete(name)))
