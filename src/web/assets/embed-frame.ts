// The messages of the frame that a merchant's site embeds. The frame reports its height, that it was paid, and that the
// payer wants to close it. It posts only to the origin that the merchant allowed; other sites receive nothing.

/** A message to the surrounding page (embed.ts). */
export interface FrameNews {
  kind: 'warung'
  what: 'ready' | 'height' | 'close' | 'paid'
  height?: number
  invoice?: string | null
}

function mainElement() {
  return document.querySelector('main')!
}

function notifyParent(news: Omit<FrameNews, 'kind'>) {
  const to = mainElement().dataset.parent
  if (to && parent !== window) parent.postMessage({ kind: 'warung', ...news } satisfies FrameNews, to)
}

let lastHeight = 0
function tellHeight() {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  if (height === lastHeight) return
  lastHeight = height
  notifyParent({ what: 'height', height })
}

// A payment is paid, or a bill that was paid before.
let isPaidSent = false
function tellPaid() {
  const { phase, status, invoice } = mainElement().dataset
  if (isPaidSent || (phase ?? status) !== 'paid') return
  isPaidSent = true
  notifyParent({ what: 'paid', invoice: invoice ?? null })
}

document.addEventListener('keydown', event => {
  if (event.key === 'Escape') notifyParent({ what: 'close' })
})
new ResizeObserver(tellHeight).observe(document.body)
new MutationObserver(tellPaid).observe(document.body, { childList: true })
notifyParent({ what: 'ready' })
tellHeight()
tellPaid()
