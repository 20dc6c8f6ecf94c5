// Parts of a page that change by themselves are fetched again every few seconds, until none of them asks for that any
// longer, or for half an hour: a page that was left open must not ask for ever.
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

async function refresh() {
  const parts = document.querySelectorAll<HTMLElement>('[data-watch]')
  if (parts.length === 0 || left-- === 0) return
  // Parts of one page have one address: the page's own.
  const page = document.hidden ? null : await fetchPage(parts[0]!.dataset.watch!)
  for (const part of page ? parts : []) {
    const fresh = page!.getElementById(part.id)
    // A button that somebody is about to press stays where it is.
    if (fresh && !fresh.isEqualNode(part) && !part.contains(document.activeElement)) part.replaceWith(fresh)
  }
  setTimeout(refresh, everyMs)
}

setTimeout(refresh, everyMs)
