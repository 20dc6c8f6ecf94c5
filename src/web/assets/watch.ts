// Fetches parts of a page that update automatically every few seconds, until none requests it. It stops after half an
// hour, because a page that was left open must not poll forever.
const everyMs = 3000
let left = 600

async function fetchPage(address: string) {
  try {
    const answer = await fetch(address)
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
  } catch {
    return null
  }
}

async function refreshParts() {
  const parts = document.querySelectorAll<HTMLElement>('[data-watch]')
  if (parts.length === 0 || left-- === 0) return
  // All parts of a page share one address: the page's own.
  const page = document.hidden ? null : await fetchPage(parts[0]!.dataset.watch!)
  for (const part of page ? parts : []) {
    const fresh = page!.getElementById(part.id)
    // A focused button is not replaced, because it may be about to be pressed.
    if (fresh && !fresh.isEqualNode(part) && !part.contains(document.activeElement)) part.replaceWith(fresh)
  }
  setTimeout(refreshParts, everyMs)
}

setTimeout(refreshParts, everyMs)
