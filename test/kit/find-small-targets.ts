import type { Page } from 'playwright-core'

/**
 * Returns controls that are hard to touch: their area that reacts is less than 24 by 24 CSS pixels (WCAG 2.2, 2.5.8),
 * or less than `min`, such as 44 (2.5.5). As in WCAG, links inside of a sentence are exempt. The area includes a
 * control's label and its row, if they activate it.
 */
export function findSmallTargets(page: Page, min = 24): Promise<string[]> {
  return page.evaluate<string[]>(`${scan}(${min - 0.5})`)
}

// The script is text because these tests have no DOM types.
const scan = `(min => {
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]'
  const isSeen = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const inSentence = link => {
    if (getComputedStyle(link).display !== 'inline') return false
    const around = link.closest('p, li, dd, td, small, label, figcaption, h1, h2, h3, div') ?? link.parentElement
    return around.textContent.replace(/\\s+/g, '').length > link.textContent.replace(/\\s+/g, '').length
  }
  const answersAt = (control, x, y) => {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return false
    if (control.contains(hit) || hit.contains(control) && hit.matches('label')) return true
    return [...(control.labels ?? [])].some(label => label.contains(hit))
  }
  const small = []
  const half = min / 2 - 0.25
  for (const control of document.querySelectorAll(controls)) {
    if (!isSeen(control) || control.closest('.unseen, [inert]')) continue
    if (control.matches('a') && inSentence(control)) continue
    let { width, height } = control.getBoundingClientRect()
    const label = control.matches('input') && control.closest('label')
    if (label) ({ width, height } = label.getBoundingClientRect())
    if (width === 0 || height === 0 || width >= min && height >= min) continue
    control.scrollIntoView({ block: 'center', inline: 'center' })
    const box = control.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const isCovered = box.width <= 1 || !answersAt(control, x, y)
    const reach = (dx, dy) => answersAt(control, x + dx, y + dy)
    const tall = box.height >= min || reach(0, half) && reach(0, -half)
    const wide = box.width >= min || reach(half, 0) && reach(-half, 0)
    if (isCovered || tall && wide) continue
    const size = Math.round(box.width) + 'x' + Math.round(box.height)
    small.push(size + ' ' + control.outerHTML.replace(/\\s+/g, ' ').slice(0, 110))
  }
  return small
})`
