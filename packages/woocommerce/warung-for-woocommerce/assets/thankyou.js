/* Checks whether the money has arrived, and then reloads the page. The page works without it. */
;(function () {
  var section = document.getElementById('warung-payment')
  if (!section || section.getAttribute('data-state') !== 'waiting') return
  var everyMs = Number(section.getAttribute('data-every')) || 4000
  var code = section.querySelector('.warung-code')
  var tries = 0
  var triesMax = 10
  var timer

  function ask() {
    clearTimeout(timer)
    if (document.hidden) return
    fetch(section.getAttribute('data-url'), { credentials: 'same-origin', cache: 'no-store' })
      .then(function (answer) {
        return answer.json()
      })
      .then(function (answer) {
        if (answer.state === 'waiting' || answer.state === 'unknown') return again()
        window.location.reload()
      })
      .catch(again)
  }

  function again() {
    clearTimeout(timer)
    timer = setTimeout(ask, everyMs)
  }

  // The provider may still be creating the code.
  function showAgain() {
    tries += 1
    if (tries > triesMax) return
    setTimeout(function () {
      code.src = code.src.replace(/&try=\d+$/, '') + '&try=' + tries
    }, 1500)
  }

  if (code) {
    code.addEventListener('error', showAgain)
    if (code.complete && code.naturalWidth === 0) showAgain()
  }
  document.addEventListener('visibilitychange', function () {
    if (!document.hidden) ask()
  })
  again()
})()
