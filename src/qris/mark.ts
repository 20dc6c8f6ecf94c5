/** The size of the mark, in its own units. */
export const qrisMarkSize = { width: 118, height: 44 }

/**
 * The letters QRIS between two corners, drawn for this project, so that people recognise the kind of code. SVG without
 * its outer element, dark on a light background.
 */
export const qrisMark =
  '<path d="M4 15V4H15M103 40H114V29" fill="none" stroke="#d7262b" stroke-width="4"/>' +
  '<g fill="none" stroke="#14201d" stroke-width="5.5" stroke-linejoin="miter">' +
  '<path d="M17 14H33V31H17ZM28 26L37 37"/><path d="M45 37V14H58A4 4 0 0 1 61 17V21A4 4 0 0 1 58 25H45M54 25L63 37"/>' +
  '<path d="M71 11V37"/><path d="M97 14H81V24.5H97V34H79"/></g>'
