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
