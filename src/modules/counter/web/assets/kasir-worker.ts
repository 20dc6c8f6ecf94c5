// Serves the counter's page while the shop cannot be reached. The page, its scripts and its last state are stored on
// this device (kasir-kept.ts). Other requests go to the shop or fail, so that old data never passes for new.

// The type library has either pages or workers, and the other scripts need the former.
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
const pictures = 'warung-kasir-pictures'
const page = new URL(registration.scope).pathname
// A broken connection often gives no error.
const patienceMs = 5000

addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(clients.claim()))
addEventListener('fetch', event => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(showPage(request))
  else if (request.url.includes('/assets/')) event.respondWith(showAsset(request))
  else if (request.destination === 'image') event.respondWith(showPicture(request))
})

async function showPage(request: Request) {
  const asked = fetch(request).then(answer => keptPage(request, answer))
  const late = new Promise<undefined>(resolve => setTimeout(resolve, patienceMs))
  const answer = await Promise.race([asked, late]).catch(() => undefined)
  return answer ?? (await caches.match(page)) ?? asked
}

/** Returns the shop's answer, or the stored page if that is broken. A revoked device deletes the page. */
async function keptPage({ method, url }: Request, answer: Response) {
  if (answer.status >= 500) return (await caches.match(page)) ?? answer
  const isPage = method === 'GET' && answer.ok && new URL(url).pathname === page
  if (isPage && !(await answer.clone().text()).includes('id="kasir"')) await caches.delete(kept)
  return answer
}

/** Returns a picture of the goods from the shop, or the last one shown. */
async function showPicture(request: Request) {
  const cache = await caches.open(pictures)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch {
    return (await cache.match(request)) ?? Response.error()
  }
}

const showAsset = async (request: Request) => (await caches.match(request)) ?? fetch(request)
