import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '../src/html-text.ts'

describe('HTML as Telegram reads it', () => {
  it.each([
    ['<b>a</b>', 'a', [{ type: 'bold', offset: 0, length: 1 }]],
    [
      '<strong>a</strong><em>b</em>',
      'ab',
      [
        { type: 'bold', offset: 0, length: 1 },
        { type: 'italic', offset: 1, length: 1 },
      ],
    ],
    [
      '<s>a</s><strike>b</strike><del>c</del>',
      'abc',
      [0, 1, 2].map(offset => ({ type: 'strikethrough', offset, length: 1 })),
    ],
    ['<u>a</u><ins>b</ins>', 'ab', [0, 1].map(offset => ({ type: 'underline', offset, length: 1 }))],
    [
      '<b>a<i>b</i></b>',
      'ab',
      [
        { type: 'bold', offset: 0, length: 2 },
        { type: 'italic', offset: 1, length: 1 },
      ],
    ],
    ['<tg-spoiler>x</tg-spoiler>', 'x', [{ type: 'spoiler', offset: 0, length: 1 }]],
    ['<span class="tg-spoiler">x</span>', 'x', [{ type: 'spoiler', offset: 0, length: 1 }]],
    ['<code>k</code>', 'k', [{ type: 'code', offset: 0, length: 1 }]],
    ['<pre>k</pre>', 'k', [{ type: 'pre', offset: 0, length: 1 }]],
    ['<pre><code class="language-js">k</code></pre>', 'k', [{ type: 'pre', offset: 0, length: 1, language: 'js' }]],
    ['<blockquote>q</blockquote>', 'q', [{ type: 'blockquote', offset: 0, length: 1 }]],
    ['<blockquote expandable>q</blockquote>', 'q', [{ type: 'expandable_blockquote', offset: 0, length: 1 }]],
    [
      '<a href="https://a.id/?x=1&amp;y=2">a</a>',
      'a',
      [{ type: 'text_link', offset: 0, length: 1, url: 'https://a.id/?x=1&y=2' }],
    ],
    [
      '<tg-time unix="1700000000" format="r">t</tg-time>',
      't',
      [{ type: 'date_time', offset: 0, length: 1, unix_time: 1700000000, date_time_format: 'r' }],
    ],
    ['<B>a</B>', 'a', [{ type: 'bold', offset: 0, length: 1 }]],
    ['<b></b>x', 'x', []],
    ['<b>a</>', 'a', [{ type: 'bold', offset: 0, length: 1 }]],
  ])('HTML is read as by Telegram: %s', (html, text, entities) => {
    expect(parseHtml(html)).toEqual({ text, entities })
  })

  it.each([
    ['&lt;b&gt; &amp; &quot;', '<b> & "'],
    ['&amp without a semicolon', '& without a semicolon'],
    ['&apos; &nbsp; stay as written', '&apos; &nbsp; stay as written'],
    ['&#65;&#x42;', 'AB'],
    ['a & b && c', 'a & b && c'],
    ['1 > 0', '1 > 0'],
  ])('HTML entities in %s are read as %s', (html, text) => {
    expect(parseHtml(html).text).toBe(text)
  })

  it('offsets of HTML entities are counted in UTF-16 code units', () => {
    expect(parseHtml('😀é<b>😀</b>&#128512;<i>x</i>').entities).toEqual([
      { type: 'bold', offset: 3, length: 2 },
      { type: 'italic', offset: 7, length: 1 },
    ])
  })

  it.each([
    ['<3 hearts', 'Unsupported start tag "3" at byte offset 0'],
    ['é<x>', 'Unsupported start tag "x" at byte offset 2'],
    ['<b>a', 'Can\'t find end tag corresponding to start tag "b"'],
    ['a</b>', 'Unexpected end tag at byte offset 1'],
    ['<b>a</i>', 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'],
    ['<b', 'Unclosed start tag at byte offset 0'],
    ['<b>x</b', 'Unclosed end tag at byte offset 4'],
    ['<a href="x', 'Unclosed start tag at byte offset 0'],
    ['<a href=x"y>', 'Unexpected end of name token at byte offset 8'],
    ['<a ="x">', 'Empty attribute name in the tag "a" at byte offset 0'],
    ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ['<tg-emoji emoji-id="0">x</tg-emoji>', 'Invalid custom emoji identifier specified'],
  ])('invalid HTML is refused: %s', (html, message) => {
    expect(() => parseHtml(html)).toThrow(message)
  })

  it('any escaped HTML text is returned unchanged', () => {
    const escaped = (text: string) => text.replace(/[<>&"]/g, character => `&#${character.charCodeAt(0)};`)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(parseHtml(`<b>${escaped(text)}</b>`).text).toBe(text)
      }),
    )
  })

  it('formatting HTML either succeeds or is refused', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      'b',
      'a',
      ' ',
      '=',
      '"',
      "'",
      '&',
      '#',
      ';',
      'href',
      'code',
      '😀',
      '\0',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        try {
          const { text, entities } = parseHtml(pieces.join(''))
          for (const { offset, length } of entities) expect(offset + length).toBeLessThanOrEqual(text.length)
        } catch (error) {
          expect((error as Error).name).toBe('MarkupError')
        }
      }),
    )
  })
})
