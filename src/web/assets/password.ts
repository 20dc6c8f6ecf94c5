// A button that shows a new password while it is typed, labelled by `data-show` and `data-hide`.
for (const field of document.querySelectorAll<HTMLInputElement>('input[data-show]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'link'
  button.setAttribute('aria-controls', field.id)
  const name = () => {
    button.textContent = (field.type === 'password' ? field.dataset.show : field.dataset.hide)!
  }
  name()
  button.addEventListener('click', () => {
    field.type = field.type === 'password' ? 'text' : 'password'
    name()
    field.focus()
  })
  // Otherwise browsers would remember the shown text as that of an ordinary field.
  field.form?.addEventListener('submit', () => {
    field.type = 'password'
  })
  field.after(button)
}
