// The messages of the frame that a merchant's site embeds. The frame reports its height, that it was paid, and that the
// payer wants to close it. It posts only to the origin that the merchant named; other sites receive nothing.

/** A message to the page around (embed.ts). */
export interface FrameNews {
  kind: 'warung'
  what: 'ready' | 'height' | 'close' | 'paid'
  height?: number
  invoice?: string | null
}

function main() {
  return document.querySelector('main')!
}

function tell(news: Omit<FrameNews, 'kind'>) {
  const to = main().dataset.parent
  if (to && parent !== window) parent.postMessage({ kind: 'warung', ...news } satisfies FrameNews, to)
}

let told = 0
function tellHeight() {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  if (height === told) return
  told = height
  tell({ what: 'height', height })
}

// A payment is paid, or a bill that was paid before.
let said = false
function tellPaid() {
  const { phase, status, invoice } = main().dataset
  if (said || (phase ?? status) !== 'paid') return
  said = true
  tell({ what: 'paid', invoice: invoice ?? null })
}

document.addEventListener('keydown', event => {
  if (event.key === 'Escape') tell({ what: 'close' })
})
new ResizeObserver(tellHeight).observe(document.body)
new MutationObserver(tellPaid).observe(document.body, { childList: true })
tell({ what: 'ready' })
tellHeight()
tellPaid()
