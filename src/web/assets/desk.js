// What pages for merchants do better with a script; each of them works without.
;(() => {
  // Fields that belong to one choice of a form are there while it is chosen.
  for (const part of document.querySelectorAll('[data-for]')) {
    const choice = part.closest('form').querySelector('[name="mode"]')
    const follow = () => {
      part.hidden = choice.value !== part.dataset.for
    }
    choice.addEventListener('change', follow)
    follow()
  }
})()
