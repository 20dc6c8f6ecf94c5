import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../src/markdown-text.ts'

const one = (type: string, offset: number, length: number, more = {}) => ({ type, offset, length, ...more })

describe('MarkdownV2 as Telegram reads it', () => {
  it.each([
    ['*a*', 'a', [one('bold', 0, 1)]],
    [
      '_a_ __b__ ~c~ ||d||',
      'a b c d',
      [one('italic', 0, 1), one('underline', 2, 1), one('strikethrough', 4, 1), one('spoiler', 6, 1)],
    ],
    ['*a _b_*', 'a b', [one('bold', 0, 3), one('italic', 2, 1)]],
    ['`a*b_`', 'a*b_', [one('code', 0, 4)]],
    ['```\na\nb```', 'a\nb', [one('pre', 0, 3)]],
    ['```js\na```', 'a', [one('pre', 0, 1, { language: 'js' })]],
    ['```js```', 'js', [one('pre', 0, 2)]],
    ['`a\\`b`', 'a`b', [one('code', 0, 3)]],
    ['[a](http://x.test/\\))', 'a', [one('text_link', 0, 1, { url: 'http://x.test/)' })]],
    ['[http://x\\.test]', 'http://x.test', [one('text_link', 0, 13, { url: 'http://x.test/' })]],
    ['[Rina](tg://user?id=7)', 'Rina', [one('text_mention', 0, 4, { user: { id: 7, is_bot: false, first_name: '' } })]],
    ['![👍](tg://emoji?id=536)', '👍', [one('custom_emoji', 0, 2, { custom_emoji_id: '536' })]],
    [
      '![22:45](tg://time?unix=1647531900&format=wDT)',
      '22:45',
      [one('date_time', 0, 5, { unix_time: 1_647_531_900, date_time_format: 'wDT' })],
    ],
    ['>a\n>b\nc', 'a\nb\nc', [one('blockquote', 0, 3)]],
    ['x\n>a', 'x\na', [one('blockquote', 2, 1)]],
    ['>a\n**>b\n>c||', 'a\nb\nc', [one('blockquote', 0, 1), one('expandable_blockquote', 2, 3)]],
    ['>*a*\nb', 'a\nb', [one('blockquote', 0, 1), one('bold', 0, 1)]],
    ['Rp 10\\.000 \\(lunas\\)\\!', 'Rp 10.000 (lunas)!', []],
    ['**', '', []],
    ['😀*é*', '😀é', [one('bold', 2, 1)]],
    ['___a_ b__', 'a b', [one('underline', 0, 3), one('italic', 0, 1)]],
  ])('MarkdownV2 %j is read', (markdown, text, entities) => {
    expect(parseMarkdown(markdown)).toEqual({ text, entities })
  })

  it.each([
    ['Rp 10.000', "Character '.' is reserved and must be escaped with the preceding '\\'"],
    ['a > b', "Character '>' is reserved"],
    ['a | b', "Character '|' is reserved"],
    ['halo!', "Character '!' is reserved"],
    ['é*a', "Can't find end of Bold entity at byte offset 2"],
    ['_a', "Can't find end of Italic entity at byte offset 0"],
    ['```js\na', "Can't find end of PreCode entity at byte offset 0"],
    ['[a](b', "Can't find end of a URL at byte offset 4"],
    ['![a]', 'Custom emoji entity must contain a tg://emoji URL'],
    ['>*a\nb', "Can't find end of Bold entity at byte offset 1"],
  ])('invalid MarkdownV2 %j is refused', (markdown, message) => {
    expect(() => parseMarkdown(markdown)).toThrow(message)
  })

  it('any escaped MarkdownV2 text is returned unchanged', () => {
    const escaped = (text: string) => text.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, character => `\\${character}`)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(parseMarkdown(`*${escaped(text)}*`).text).toBe(text)
      }),
    )
  })

  it('formatting MarkdownV2 either succeeds or is refused, quickly', () => {
    const piece = fc.constantFrom(...'_*[]()~`>|!\\\n a', '__', '||', '```', '**>', '![', '](')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        try {
          const { text, entities } = parseMarkdown(pieces.join(''))
          for (const { offset, length } of entities) expect(offset + length).toBeLessThanOrEqual(text.length)
        } catch (error) {
          expect((error as Error).name).toBe('MarkupError')
        }
      }),
    )
  })
})
