// Shows news on any page of the dashboard, with a sound. One tab of a browser holds the stream and passes news to the
// others, because a browser has few connections to one address.

import type { PageNews } from '../page-news.ts'

const place = document.getElementById('alerts')!
const events = place.dataset.events!
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`warung-alerts ${place.dataset.place}`) : null
const title = document.title
const shownMs = 12_000
const reopenMs = 1_000
const reopenMsMax = 60_000
const ringEveryMs = 1_500
const shownMax = 3

let source: EventSource | null = null
let failures = 0
let after = Number(place.dataset.from)
let unseen = 0
let rangAt = 0
const known = new Set<string>()
let audio: AudioContext | null = null

function openStream(): void {
  source = new EventSource(`${events}?after=${after}`)
  source.addEventListener('news', event => {
    const { news } = JSON.parse(event.data) as { news: PageNews[] }
    channel?.postMessage(news)
    takeNews(news)
  })
  source.addEventListener('open', () => {
    failures = 0
  })
  // A refused stream (the member signed out, or there are too many) gives no reason, so each wait is longer than the
  // last.
  source.addEventListener('error', () => {
    source?.close()
    source = null
    const waitMs = Math.min(reopenMsMax, reopenMs * 2 ** failures++)
    setTimeout(openStream, waitMs + Math.random() * waitMs)
  })
}

function takeNews(all: PageNews[]): void {
  const news = all.filter(({ id }) => !known.has(id))
  for (const { id, at } of news) {
    known.add(id)
    after = Math.max(after, at)
  }
  // The page already shows what was recorded before it was rendered.
  const later = news.filter(({ at }) => at > Number(place.dataset.from))
  if (later.length === 0) return
  void refreshPage()
  const ringing = later.flatMap(({ ring }) => ring ?? [])
  if (ringing.length === 0) return
  for (const ring of ringing.slice(-shownMax)) showAlert(ring)
  unseen += ringing.length
  showCount()
  if (source) playSound(ringing.at(-1)!.sound)
}

type Ring = NonNullable<PageNews['ring']>

function showAlert({ title: words, body, path }: Ring): void {
  const link = document.createElement('a')
  link.href = path
  const strong = document.createElement('b')
  strong.textContent = words
  const small = document.createElement('span')
  small.textContent = body
  link.append(strong, ' ', small)
  while (place.children.length >= shownMax) place.firstElementChild!.remove()
  place.append(link)
  setTimeout(() => link.remove(), shownMs)
}

function showCount(): void {
  document.title = unseen > 0 ? `(${unseen}) ${title}` : title
}

function markSeen(): void {
  if (document.visibilityState !== 'visible') return
  unseen = 0
  showCount()
}

// The title counts the news while the page is hidden, and a moment longer.
document.addEventListener('visibilitychange', markSeen)
for (const type of ['pointerdown', 'keydown']) addEventListener(type, markSeen)

/** Enables sounds, which browsers allow only after the user has interacted with the page. */
function wakeSound(): void {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
}
addEventListener('pointerdown', wakeSound)
addEventListener('keydown', wakeSound)

const tones = { order: [880, 1175, 880, 1175], payment: [659, 988] }
const toneS = 0.16

function playSound(sound: Ring['sound']): void {
  if (localStorage.getItem('warung-alert-sound') === 'off' || Date.now() - rangAt < ringEveryMs) return
  rangAt = Date.now()
  document.documentElement.dataset.rang = sound
  audio ??= new AudioContext()
  const start = audio.currentTime
  for (const [index, frequency] of tones[sound].entries()) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const at = start + index * toneS
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.25, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + toneS)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + toneS)
  }
}

let isRefreshing = false
let isStale = false

/** Replaces the changed parts of the page, except for one that is in use. */
async function refreshPage(): Promise<void> {
  if (!document.querySelector('[data-fresh]')) return
  if (isRefreshing) {
    isStale = true
    return
  }
  isRefreshing = true
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
    if (!answer.ok || answer.redirected) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const part of document.querySelectorAll<HTMLElement>('[data-fresh]')) replacePart(part, page)
  } catch {
    // The next news, or a reload, shows it.
  } finally {
    isRefreshing = false
    if (isStale) {
      isStale = false
      void refreshPage()
    }
  }
}

function replacePart(part: HTMLElement, page: Document): void {
  const newer = page.querySelector<HTMLElement>(`[data-fresh="${part.dataset.fresh}"]`)
  const isBusy = part.querySelector('input:checked, input[type="text"]:focus, select:focus, textarea:focus')
  if (!newer || isBusy || newer.innerHTML === part.innerHTML) return
  const active = document.activeElement as HTMLElement | null
  const address = active && part.contains(active) ? active.getAttribute('href') : null
  part.replaceChildren(...newer.childNodes)
  part.dispatchEvent(new Event('warung:fresh', { bubbles: true }))
  if (address !== null) part.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`)?.focus()
}

channel?.addEventListener('message', ({ data }) => takeNews(data as PageNews[]))
addEventListener('pagehide', () => {
  source?.close()
  source = null
})
// A page that waits for one payment already has a stream.
if (window.EventSource && !document.querySelector('[data-live]')) {
  // If a page may not request locks (on plain http), each page has its own stream.
  if (navigator.locks && channel) {
    void navigator.locks.request(`warung-alerts ${place.dataset.place}`, () => {
      openStream()
      return new Promise(() => {})
    })
  } else openStream()
}
