// Plain and old-fashioned on purpose: a phone that cannot read a newer script could not show that the payment
// arrived. A module, so that its names are its own.

import type { ClockNews, PhaseNews } from '../pay/phase-news.ts'

type Part = HTMLElement

const pollMs = 4000
const silenceMsMax = 40000
const retryMs = 3000
const shortS = 120

// Business time as the server last reported it, and the moment of that report by a monotonic clock: phones are often
// minutes off.
let toldMs = 0
let toldAt = 0
let source: EventSource | null = null
let heardAt = performance.now()
let drawing = false
let askedAtEnd = false

function page() {
  return document.getElementById('payment')!
}

function isOver() {
  const phase = page().dataset.phase
  return phase === 'paid' || phase === 'expired' || phase === 'cancelled'
}

function setClock(now: string) {
  toldMs = Date.parse(now)
  toldAt = performance.now()
}

function offline(isOffline: boolean) {
  document.getElementById('offline')!.hidden = !isOffline || isOver()
}

function hear(news: ClockNews & Partial<PhaseNews>) {
  heardAt = performance.now()
  setClock(news.now)
  if (news.phase && news.phase !== page().dataset.phase) draw()
}

function draw() {
  if (drawing) return
  drawing = true
  fetch(location.href, { cache: 'no-store', headers: { accept: 'text/html' } })
    .then(answer => {
      if (!answer.ok) throw new Error('not now')
      return answer.text()
    })
    .then(text => {
      const fresh = new DOMParser().parseFromString(text, 'text/html')
      document.title = fresh.title
      page().replaceWith(fresh.getElementById('payment')!)
      document.getElementById('news')!.textContent = fresh.title
      drawing = false
      prepare()
      // A payer who has scrolled to the end of a long page sees the outcome, too.
      const outcome = page().querySelector('.outcome h2')
      if (outcome) outcome.scrollIntoView({ block: 'center' })
    })
    .catch(() => {
      setTimeout(() => {
        drawing = false
        draw()
      }, retryMs)
    })
}

function listen() {
  if (!window.EventSource || isOver()) return
  source = new EventSource(page().dataset.events!)
  source.addEventListener('phase', event => hear(JSON.parse(event.data)))
  source.addEventListener('clock', event => hear(JSON.parse(event.data)))
}

function ask() {
  fetch(page().dataset.status!, { cache: 'no-store' })
    .then(answer => (answer.ok ? answer.json() : null))
    .then(news => {
      offline(false)
      if (news) hear(news)
    })
    .catch(() => offline(true))
}

// A stream that is refused or held back by a proxy stays silent: then the page polls.
function watch() {
  if (isOver()) {
    if (source) source.close()
    return
  }
  const isStreaming = source && source.readyState === 1 && performance.now() - heardAt < silenceMsMax
  if (!isStreaming && !document.hidden) ask()
  setTimeout(watch, pollMs)
}

function tick() {
  const shown = page()
  const counter = shown.querySelector('[data-countdown]')
  if (!counter) return
  const now = toldMs + performance.now() - toldAt
  const endsAt = Date.parse(shown.dataset.expires!)
  const leftS = Math.max(0, Math.ceil((endsAt - now) / 1000))
  counter.textContent = inWords(leftS)
  counter.parentElement!.classList.toggle('short', leftS <= shortS)
  const part = (endsAt - now) / (endsAt - Date.parse(shown.dataset.created!))
  shown.querySelector<HTMLElement>('[data-sand]')!.style.transform = `scaleX(${Math.max(0, Math.min(1, part))})`
  if (leftS === 0 && !askedAtEnd) {
    askedAtEnd = true
    ask()
  }
}

function inWords(seconds: number) {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const padded = [minutes, seconds % 60].map(part => String(part).padStart(2, '0')).join(':')
  return hours > 0 ? `${hours}:${padded}` : padded
}

function copy(button: HTMLElement) {
  const text = button.dataset.copy!
  const label = button.querySelector('[data-label]')!
  const before = label.textContent
  write(text).then(() => {
    button.classList.add('done')
    label.textContent = page().dataset.copied!
    setTimeout(() => {
      button.classList.remove('done')
      label.textContent = before
    }, 1800)
  })
}

// The clipboard is there on https only; a selection that is copied works on a shop in the local network too.
function write(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  document.body.appendChild(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  return Promise.resolve()
}

function prepare() {
  const shown = page()
  setClock(shown.dataset.now!)
  for (const button of shown.querySelectorAll<Part>('[data-copy], [data-print], .left, .sand')) button.hidden = false
  const unready = shown.querySelector<HTMLElement>('[data-again]')
  if (unready) setTimeout(draw, Number(unready.dataset.again))
  tick()
}

document.addEventListener('click', event => {
  const button = (event.target as Element).closest<HTMLElement>('[data-copy]')
  if (button && !button.classList.contains('done')) copy(button)
  if ((event.target as Element).closest('[data-print]')) print()
})
document.addEventListener('submit', event => {
  for (const button of (event.target as Element).querySelectorAll('button')) button.disabled = true
})
// Reload when the payer returns from the bank's app: the stream may have been suspended.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !isOver()) ask()
})
addEventListener('offline', () => offline(true))
addEventListener('online', () => {
  offline(false)
  if (!isOver()) ask()
})
// Pages restored by the back button come back with disabled buttons and old news.
addEventListener('pageshow', event => {
  if (event.persisted) draw()
})

prepare()
listen()
setTimeout(watch, pollMs)
setInterval(tick, 1000)
