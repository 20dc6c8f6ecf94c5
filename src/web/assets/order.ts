// Sorts rows: they are dragged by their handle, with mouse or finger, or moved by keys and buttons. Nothing is sent
// before the form is; without this file each button sends its own move.
const form = document.querySelector<HTMLElement>('[data-order]')
const bar = document.querySelector<HTMLElement>('[data-unsaved]')!
const announcement = document.querySelector('[data-told]')!

/** Disables the buttons at the ends of a list; the keyboard focus stays on the row. */
function refreshButtons(list: Element) {
  const rows = [...list.children]
  const focused = document.activeElement as HTMLButtonElement
  for (const [at, row] of rows.entries()) {
    row.querySelector<HTMLButtonElement>('[data-moves="up"]')!.disabled = at === 0
    row.querySelector<HTMLButtonElement>('[data-moves="down"]')!.disabled = at === rows.length - 1
  }
  if (focused?.disabled) focused.parentElement!.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
}

function announcePosition(row: HTMLElement) {
  const rows = [...row.parentElement!.children]
  const words: Record<string, unknown> = { name: row.dataset.name, at: rows.indexOf(row) + 1, count: rows.length }
  bar.hidden = false
  announcement.textContent = form!.dataset.order!.replace(/\{(\w+)\}/g, (_, word: string) => words[word] as string)
}

function moveRow(row: HTMLElement, by: string) {
  const other = by === 'up' ? row.previousElementSibling : row.nextElementSibling
  if (!other) return
  if (by === 'up') row.after(other)
  else row.before(other)
  refreshButtons(row.parentElement!)
  announcePosition(row)
}

/** Moves the row to the position of the pointer. */
function followPointer(row: HTMLElement, y: number) {
  const list = row.parentElement!
  const others = [...list.children].filter(one => one !== row)
  const below = others.find(one => {
    const { top, height } = one.getBoundingClientRect()
    return y < top + height / 2
  })
  if (below === row.nextElementSibling || (!below && row === list.lastElementChild)) return
  // Moves the rows around it instead, because removing a row from the page would release the pointer.
  if (below && row.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_PRECEDING) {
    while (row.nextElementSibling !== below) row.after(row.previousElementSibling!)
  } else {
    while (row.nextElementSibling !== (below ?? null)) row.before(row.nextElementSibling!)
  }
  refreshButtons(list)
  announcePosition(row)
}

for (const list of form?.querySelectorAll('[data-ordered]') ?? []) {
  for (const row of list.children as HTMLCollectionOf<HTMLElement>) {
    const grip = row.querySelector<HTMLElement>('.grip')!
    grip.hidden = list.children.length < 2
    grip.addEventListener('pointerdown', event => {
      if (event.button !== 0) return
      grip.setPointerCapture(event.pointerId)
      row.classList.add('dragged')
    })
    grip.addEventListener('pointermove', event => {
      if (grip.hasPointerCapture(event.pointerId)) followPointer(row, event.clientY)
    })
    grip.addEventListener('lostpointercapture', () => row.classList.remove('dragged'))
    grip.addEventListener('keydown', event => {
      const by = ({ ArrowUp: 'up', ArrowDown: 'down' } as Record<string, string>)[event.key]
      if (!by) return
      event.preventDefault()
      moveRow(row, by)
    })
    for (const button of row.querySelectorAll<HTMLElement>('[data-moves]')) {
      button.addEventListener('click', event => {
        event.preventDefault()
        moveRow(row, button.dataset.moves!)
      })
    }
  }
}
