// Shows the value of a bar above its chart: of the bar under the pointer, or selected by the arrow keys.
for (const chart of document.querySelectorAll('[data-chart]')) {
  const svg = chart.querySelector('svg')!
  const bars = [...svg.querySelectorAll('.bar')]
  const texts = bars.map(bar => bar.querySelector('title')!.textContent)
  for (const title of svg.querySelectorAll('title')) title.remove()
  if (bars.length === 0) continue
  const reading = chart.querySelector('.reading')!
  // The newest bar, or the tallest if the newest is empty.
  const tall = bars.map(bar => Number(bar.querySelector('.now')!.getAttribute('height')))
  let at = tall.at(-1)! > 0 ? bars.length - 1 : tall.indexOf(Math.max(...tall))
  const show = (index: number) => {
    bars[at]!.classList.remove('here')
    at = Math.max(0, Math.min(bars.length - 1, index))
    bars[at]!.classList.add('here')
    reading.textContent = texts[at]!
    svg.setAttribute('aria-valuenow', String(at + 1))
    svg.setAttribute('aria-valuetext', texts[at]!)
  }
  svg.setAttribute('role', 'slider')
  svg.setAttribute('tabindex', '0')
  svg.setAttribute('aria-valuemin', '1')
  svg.setAttribute('aria-valuemax', String(bars.length))
  show(at)
  const place = (event: PointerEvent) => {
    const { left, width } = svg.getBoundingClientRect()
    show(Math.floor(((event.clientX - left) / width) * bars.length))
  }
  svg.addEventListener('pointermove', place)
  svg.addEventListener('pointerdown', place)
  const moves: Record<string, () => number> = {
    ArrowLeft: () => at - 1,
    ArrowDown: () => at - 1,
    ArrowRight: () => at + 1,
    ArrowUp: () => at + 1,
    PageUp: () => at + 7,
    PageDown: () => at - 7,
    Home: () => 0,
    End: () => bars.length - 1,
  }
  svg.addEventListener('keydown', event => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    show(move())
  })
}
