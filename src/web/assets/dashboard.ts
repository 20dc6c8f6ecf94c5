// Conveniences for the pages of merchants; each page works without a script.

import type { PhaseNews } from '../pay/phase-news.ts'

// Fields that belong to one choice of a form are shown while it is selected.
for (const part of document.querySelectorAll<HTMLElement>('[data-for]')) {
  const choice = part.closest('form')!.querySelector<HTMLSelectElement>('[name="mode"]')!
  const follow = () => {
    part.hidden = choice.value !== part.dataset.for
  }
  choice.addEventListener('change', follow)
  follow()
}

type Boxes = NodeListOf<HTMLInputElement>

const reopenMs = 1500

/** Adds the behaviour of the buttons in a part of the page. */
function prepareButtons(root: ParentNode): void {
  // Copies the content of a field or another element with one press. The clipboard API exists on https only; copying a
  // selection works everywhere.
  for (const button of root.querySelectorAll<HTMLElement>('[data-copies]')) {
    const field = document.getElementById(button.dataset.copies!) as HTMLInputElement
    const words = button.textContent
    button.hidden = false
    button.addEventListener('click', async () => {
      if (field.select) field.select()
      else getSelection()!.selectAllChildren(field)
      if (navigator.clipboard) await navigator.clipboard.writeText(field.value ?? field.innerText)
      else document.execCommand('copy')
      button.textContent = button.dataset.copied!
      setTimeout(() => {
        button.textContent = words
      }, 1800)
    })
  }

  // Copies a number of which only the end is shown.
  for (const button of root.querySelectorAll<HTMLElement>('[data-copy]')) {
    const name = button.getAttribute('aria-label')!
    button.hidden = false
    button.addEventListener('click', async () => {
      if (navigator.clipboard) await navigator.clipboard.writeText(button.dataset.copy!)
      else {
        getSelection()!.selectAllChildren(button.parentElement!.querySelector('code')!)
        document.execCommand('copy')
      }
      button.classList.add('done')
      button.setAttribute('aria-label', button.dataset.copied!)
      setTimeout(() => {
        button.classList.remove('done')
        button.setAttribute('aria-label', name)
      }, 1800)
    })
  }

  // Prints the page with one press.
  for (const button of root.querySelectorAll<HTMLElement>('[data-prints]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }

  // Checks every row of a list, or none.
  for (const all of root.querySelectorAll<HTMLInputElement>('[data-ticks]')) {
    all.closest('label')!.hidden = false
    all.addEventListener('change', () => {
      for (const box of document.getElementsByName(all.dataset.ticks!) as Boxes) box.checked = all.checked
    })
  }
}

prepareButtons(document)
// A part was replaced by a newer one.
addEventListener('warung:fresh', event => prepareButtons(event.target as HTMLElement))

// Updates an open payment the moment it is paid or ends, and a page that waits for its code once the code exists.
const live = document.querySelector<HTMLElement>('[data-live]')
if (live && window.EventSource) followPhase(live)

function followPhase(element: HTMLElement): void {
  let source: EventSource
  let isLeft = false
  const open = () => {
    if (isLeft) return
    source = new EventSource(element.dataset.live!)
    source.addEventListener('phase', event => {
      const { phase }: PhaseNews = JSON.parse(event.data)
      const isCoded = element.dataset.phase === 'preparing' && phase === 'payable'
      if (isCoded || /^(paid|expired|cancelled)$/.test(phase)) location.reload()
    })
    // A browser reopens a stream that broke off, but not one that was refused, such as during an outage.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(open, reopenMs * (1 + Math.random()))
    })
  }
  const leave = () => {
    isLeft = true
    source.close()
  }
  open()
  addEventListener('pagehide', leave)
  // A button pressed here may itself end the payment: reloading the page would lose its answer.
  addEventListener('submit', leave)
}
