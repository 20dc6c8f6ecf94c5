// What pages for merchants do better with a script; each of them works without.

// Fields that belong to one choice of a form are there while it is chosen.
for (const part of document.querySelectorAll('[data-for]')) {
  const choice = part.closest('form').querySelector('[name="mode"]')
  const follow = () => {
    part.hidden = choice.value !== part.dataset.for
  }
  choice.addEventListener('change', follow)
  follow()
}

// What a field or another part of the page holds is copied with one press. The clipboard is there on https only; a
// selection is copied everywhere.
for (const button of document.querySelectorAll('[data-copies]')) {
  const field = document.getElementById(button.dataset.copies)
  const words = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    if (field.select) field.select()
    else getSelection().selectAllChildren(field)
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value ?? field.innerText)
    else document.execCommand('copy')
    button.textContent = button.dataset.copied
    setTimeout(() => {
      button.textContent = words
    }, 1800)
  })
}

// An open payment is shown anew the moment it is paid or ends.
const live = document.querySelector('[data-live]')
if (live && window.EventSource) {
  const source = new EventSource(live.dataset.live)
  source.addEventListener('phase', event => {
    if (/^(paid|expired|cancelled)$/.test(JSON.parse(event.data).phase)) location.reload()
  })
  addEventListener('pagehide', () => source.close())
  // What is pressed here may be what ends the payment: loading the page anew would lose the answer that is on its way.
  addEventListener('submit', () => source.close())
}
