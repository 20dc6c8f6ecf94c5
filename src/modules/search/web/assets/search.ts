// The global search field: "/" and Ctrl+K focus it, hits appear below it, and arrow keys move among them. J and K move
// among the rows of a list. Without this script the field is a form.

const input = document.querySelector<HTMLInputElement>('[data-find]')
const waitMs = 150

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

if (input) {
  const found = document.createElement('div')
  found.className = 'found'
  found.hidden = true
  found.setAttribute('role', 'region')
  found.setAttribute('aria-live', 'polite')
  found.setAttribute('aria-label', input.dataset.results!)
  input.form!.append(found)

  let timer = 0
  let latest = 0
  const close = () => {
    found.hidden = true
  }
  const show = async () => {
    const turn = ++latest
    const text = input.value.trim()
    if (text.length < 2) return close()
    try {
      const answer = await fetch(`${input.dataset.find}?${new URLSearchParams({ q: text })}`)
      // An answer that a later one has overtaken is not shown.
      if (!answer.ok || turn !== latest) return
      const part = new DOMParser().parseFromString(await answer.text(), 'text/html')
      found.replaceChildren(...part.body.childNodes)
      found.hidden = false
    } catch {
      close()
    }
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(show, waitMs)
  })
  input.addEventListener('focus', () => {
    found.hidden = found.childNodes.length === 0
  })
  input.form!.addEventListener('focusout', event => {
    if (!input.form!.contains(event.relatedTarget as Node | null)) close()
  })
  input.form!.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') {
      input.focus()
      close()
    }
    if (step === undefined || found.hidden) return
    event.preventDefault()
    const links = [...found.querySelectorAll<HTMLElement>('a')]
    const next = links.indexOf(document.activeElement as HTMLElement) + step
    if (next < 0) input.focus()
    else links[Math.min(next, links.length - 1)]?.focus()
  })
  addEventListener('keydown', event => {
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isSlash && !isCtrlK) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  const isOnRow = document.activeElement?.matches('.row-link') ?? false
  const steps: Record<string, number> = { j: 1, k: -1, ...(isOnRow && { ArrowDown: 1, ArrowUp: -1 }) }
  const step = steps[event.key]
  if (step === undefined) return
  const rows = [...document.querySelectorAll<HTMLElement>('.row-link')]
  if (rows.length === 0) return
  event.preventDefault()
  const here = rows.indexOf(document.activeElement as HTMLElement)
  rows[Math.max(0, Math.min(rows.length - 1, here === -1 ? 0 : here + step))]!.focus()
})
