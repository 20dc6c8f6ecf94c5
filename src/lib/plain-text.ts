// Control characters, marks and isolates that change the direction of writing, and invisible characters. The latter
// include tags that can hide entire sentences. Joiners (200C, 200D) stay, because scripts and emoji need them.
const unseen = new RegExp(
  `[${[
    '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f',
    '\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}',
  ].join('')}]`,
  'gu',
)
const breaks = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g
// A long run of blanks wraps like a line break.
const blanks = /[\p{Zs}\u115f\u1160\u2800\u3164\uffa0]{2,}/gu

const unusualCharacter = /[^ -~]/

// Including the joiners that combine several into one emoji.
const pictures =
  /\u200d?(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u{1f3fb}-\u{1f3ff}]|\u20e3|\ufe0f)\u200d?/gu

/**
 * Returns a name that a stranger typed as one line without emoji: one such as a green tick would look like the shop's
 * own mark.
 */
export function toPlainName(text: string): string {
  return toPlainLine(toPlainLine(text).replace(pictures, '')).trim()
}

/**
 * Returns external text as a single line, for chats, pages, lists, logs and pictures. Line breaks become spaces, and
 * control and direction characters are removed, so that a name or note cannot fake a line of its own, such as "LUNAS".
 */
export function toPlainLine(text: string): string {
  // Nearly all texts are normal, and five checks per log line would cost more than writing it.
  if (!unusualCharacter.test(text) && !text.includes('  ')) return text
  // An unpaired surrogate is displayed as nothing, or breaks the code that writes it.
  return text.toWellFormed().replace(breaks, ' ').replace(unseen, '').replace(blanks, ' ')
}
