/* Handles the button of the settings page that tests whether Warung can reach this shop. */
;(function () {
  var button = document.getElementById('warung-way-back')
  var result = document.getElementById('warung-way-back-result')
  if (!button || !result) return
  button.addEventListener('click', function () {
    var data = button.dataset
    var body = new URLSearchParams({ action: data.action, nonce: data.nonce })
    button.disabled = true
    result.className = ''
    result.textContent = data.wait
    fetch(data.url, { method: 'POST', credentials: 'same-origin', body: body })
      .then(function (answer) {
        return answer.json()
      })
      .then(function (answer) {
        result.className = answer.success ? 'notice notice-success inline' : 'notice notice-error inline'
        result.textContent = answer.data
      })
      .catch(function () {
        result.className = 'notice notice-error inline'
        result.textContent = data.failed
      })
      .then(function () {
        button.disabled = false
      })
  })
})()
