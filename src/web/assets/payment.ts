// Deliberately plain and old-fashioned: a phone that cannot run a newer script could not show that the payment arrived.
// A module, so that its names are local.

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

function paymentElement() {
  return document.getElementById('payment')!
}

function isOver() {
  const phase = paymentElement().dataset.phase
  return phase === 'paid' || phase === 'expired' || phase === 'cancelled'
}

function setClock(now: string) {
  toldMs = Date.parse(now)
  toldAt = performance.now()
}

function showOffline(isOffline: boolean) {
  document.getElementById('offline')!.hidden = !isOffline || isOver()
}

function applyNews(news: ClockNews & Partial<PhaseNews>) {
  heardAt = performance.now()
  setClock(news.now)
  if (news.phase && news.phase !== paymentElement().dataset.phase) redrawPage()
}

function redrawPage() {
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
      paymentElement().replaceWith(fresh.getElementById('payment')!)
      document.getElementById('news')!.textContent = fresh.title
      drawing = false
      prepareButtons()
      // A payer who has scrolled to the end of a long page sees the outcome, too.
      const outcome = paymentElement().querySelector('.outcome h2')
      if (outcome) outcome.scrollIntoView({ block: 'center' })
    })
    .catch(() => {
      setTimeout(() => {
        drawing = false
        redrawPage()
      }, retryMs)
    })
}

function openStream() {
  if (!window.EventSource || isOver()) return
  source = new EventSource(paymentElement().dataset.events!)
  source.addEventListener('phase', event => applyNews(JSON.parse(event.data)))
  source.addEventListener('clock', event => applyNews(JSON.parse(event.data)))
}

function fetchStatus() {
  fetch(paymentElement().dataset.status!, { cache: 'no-store' })
    .then(answer => (answer.ok ? answer.json() : null))
    .then(news => {
      showOffline(false)
      if (news) applyNews(news)
    })
    .catch(() => showOffline(true))
}

// A stream that is refused or held back by a proxy stays silent: then the page polls.
function watchStream() {
  if (isOver()) {
    if (source) source.close()
    return
  }
  const isStreaming = source && source.readyState === 1 && performance.now() - heardAt < silenceMsMax
  if (!isStreaming && !document.hidden) fetchStatus()
  setTimeout(watchStream, pollMs)
}

function updateCountdown() {
  const root = paymentElement()
  const counter = root.querySelector('[data-countdown]')
  if (!counter) return
  const now = toldMs + performance.now() - toldAt
  const endsAt = Date.parse(root.dataset.expires!)
  const leftS = Math.max(0, Math.ceil((endsAt - now) / 1000))
  counter.textContent = inWords(leftS)
  counter.parentElement!.classList.toggle('short', leftS <= shortS)
  const part = (endsAt - now) / (endsAt - Date.parse(root.dataset.created!))
  root.querySelector<HTMLElement>('[data-sand]')!.style.transform = `scaleX(${Math.max(0, Math.min(1, part))})`
  if (leftS === 0 && !askedAtEnd) {
    askedAtEnd = true
    fetchStatus()
  }
}

function inWords(seconds: number) {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const padded = [minutes, seconds % 60].map(part => String(part).padStart(2, '0')).join(':')
  return hours > 0 ? `${hours}:${padded}` : padded
}

function copyText(button: HTMLElement) {
  const text = button.dataset.copy!
  const label = button.querySelector('[data-label]')!
  const before = label.textContent
  writeClipboard(text).then(() => {
    button.classList.add('done')
    label.textContent = paymentElement().dataset.copied!
    setTimeout(() => {
      button.classList.remove('done')
      label.textContent = before
    }, 1800)
  })
}

// The clipboard API exists on https only; copying a selection also works on a shop in the local network.
function writeClipboard(text: string) {
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

function prepareButtons() {
  const root = paymentElement()
  setClock(root.dataset.now!)
  for (const button of root.querySelectorAll<Part>('[data-copy], [data-print], .left, .sand')) button.hidden = false
  const unready = root.querySelector<HTMLElement>('[data-again]')
  if (unready) setTimeout(redrawPage, Number(unready.dataset.again))
  updateCountdown()
}

document.addEventListener('click', event => {
  const button = (event.target as Element).closest<HTMLElement>('[data-copy]')
  if (button && !button.classList.contains('done')) copyText(button)
  if ((event.target as Element).closest('[data-print]')) print()
})
document.addEventListener('submit', event => {
  for (const button of (event.target as Element).querySelectorAll('button')) button.disabled = true
})
// Reload when the payer returns from the bank's app: the stream may have been suspended.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !isOver()) fetchStatus()
})
addEventListener('offline', () => showOffline(true))
addEventListener('online', () => {
  showOffline(false)
  if (!isOver()) fetchStatus()
})
// Pages restored by the back button have disabled buttons and old content.
addEventListener('pageshow', event => {
  if (event.persisted) redrawPage()
})

prepareButtons()
openStream()
setTimeout(watchStream, pollMs)
setInterval(updateCountdown, 1000)
