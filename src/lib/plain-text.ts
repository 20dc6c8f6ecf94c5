// Control characters; marks, embeddings and isolates that turn the direction of writing; what breaks lines or is not seen.
// Joiners (200C, 200D) stay: scripts and emoji are written with them. Tags (E0000..) hide whole sentences.
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const breaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/**
 * Outside text as one line, wherever it meets a chat, a page, a list, a log or a picture: line breaks become spaces, and
 * control and direction characters go, so that a name cannot write a line of its own, such as "LUNAS".
 */
export function plainLine(text: string): string {
  return dropUnseen(text.replace(breaks, ' ').replaceAll('\t', ' ')).replace(/ {2,}/g, ' ').trim()
}

function dropUnseen(text: string): string {
  // Half a pair shows as nothing, or breaks what writes it down.
  return text.toWellFormed().replace(unseen, '')
}
