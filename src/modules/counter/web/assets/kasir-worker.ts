// Answers with the page of the counter while the shop cannot be reached: the page, its scripts and what it read last
// stand on this device (kasir-kept.ts). Questions and sales go to the shop or nowhere, so nothing old is taken for new.

// The library of types has pages or workers, and the other scripts need the former.
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
declare const registration: ServiceWorkerRegistration
declare const clients: { claim(): Promise<void> }
declare function skipWaiting(): Promise<void>
declare function addEventListener(name: 'install', work: () => unknown): void
declare function addEventListener(name: 'activate', work: (event: WorkerEvent) => void): void
declare function addEventListener(name: 'fetch', work: (event: FetchEvent) => void): void

const kept = 'warung-kasir'
const page = new URL(registration.scope).pathname
// A line that is cut often does not say so.
const patienceMs = 5000

addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(clients.claim()))
addEventListener('fetch', event => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(showPage(request))
  else if (request.url.includes('/assets/')) event.respondWith(showAsset(request))
})

async function showPage(request: Request) {
  const asked = fetch(request).then(answer => keptPage(request, answer))
  const late = new Promise<undefined>(resolve => setTimeout(resolve, patienceMs))
  const answer = await Promise.race([asked, late]).catch(() => undefined)
  return answer ?? (await caches.match(page)) ?? asked
}

/** Takes the answer of the shop, or the kept page where it is broken. A device that was revoked forgets. */
async function keptPage({ method, url }: Request, answer: Response) {
  if (answer.status >= 500) return (await caches.match(page)) ?? answer
  const isPage = method === 'GET' && answer.ok && new URL(url).pathname === page
  if (isPage && !(await answer.clone().text()).includes('id="kasir"')) await caches.delete(kept)
  return answer
}

const showAsset = async (request: Request) => (await caches.match(request)) ?? fetch(request)
