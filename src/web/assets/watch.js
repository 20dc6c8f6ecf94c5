// A part of a page that changes by itself is fetched again every few seconds, until it asks for that no longer, or for
// half an hour: a page that was left open is no work for ever.
for (const part of document.querySelectorAll('[data-watch]')) {
  let shown = part
  let left = 600
  const timer = setInterval(async () => {
    if (left-- === 0) clearInterval(timer)
    if (document.hidden) return
    const answer = await fetch(shown.dataset.watch).catch(() => null)
    if (!answer?.ok) return
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(shown.id)
    if (!fresh) return
    // A button that somebody is about to press stays where it is.
    if (fresh.innerHTML !== shown.innerHTML && !shown.contains(document.activeElement)) {
      shown.replaceWith(fresh)
      shown = fresh
    }
    if (!fresh.dataset.watch) clearInterval(timer)
  }, 3000)
}
