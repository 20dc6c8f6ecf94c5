import { encodeFile, type SentFile } from './api.ts'
import { drawIcon, h } from './dom.ts'
import { t } from './words.ts'

interface Sticker {
  name: string
  emoji: string
  parts: { path: string; fill?: string; line: string }[]
}

const side = 512
const ink = '#3b2a1a'
const face = { path: 'M50 8a42 42 0 1 0 .01 0z', fill: '#ffd54a', line: ink }
const eyes = { path: 'M36 40v6M64 40v6', line: ink }

/**
 * The stickers that everyone here can send. They are drawn on a square of 100, because a minimal machine does not have
 * emoji.
 */
const stickers: Sticker[] = [
  { name: 'senyum', emoji: '😊', parts: [face, eyes, { path: 'M30 60q20 22 40 0', line: ink }] },
  { name: 'sedih', emoji: '😢', parts: [face, eyes, { path: 'M32 72q18 -18 36 0', line: ink }] },
  {
    name: 'jempol',
    emoji: '👍',
    parts: [
      {
        path: 'M38 46 54 12q12 2 9 16l-4 14h22q9 2 6 12l-8 28q-2 8-11 8H38z',
        fill: '#ffd54a',
        line: ink,
      },
      { path: 'M14 46h16v44H14z', fill: '#4aa3e0', line: ink },
    ],
  },
  {
    name: 'hati',
    emoji: '❤️',
    parts: [{ path: 'M50 88C-14 46 20 0 50 28 80 0 114 46 50 88z', fill: '#e5484d', line: ink }],
  },
  {
    name: 'bintang',
    emoji: '⭐',
    parts: [{ path: 'M50 8l13 27 29 4-21 21 5 30-26-14-26 14 5-30L8 39l29-4z', fill: '#ffb52e', line: ink }],
  },
  {
    name: 'tanya',
    emoji: '❓',
    parts: [
      { path: 'M12 10h76v58H54L34 90V68H12z', fill: '#fff', line: ink },
      { path: 'M38 30q2-11 13-10 11 2 9 12-1 6-9 9v6M51 57v1', line: ink },
    ],
  },
]

/** Creates the button and the panel of stickers. `onChoose` is called with the file of the chosen sticker. */
export function createStickers(onChoose: (file: SentFile) => unknown) {
  const element = h(
    'div.sticker-panel',
    { testid: 'sticker-panel', 'aria-label': t.stickers, role: 'group', hidden: true },
    ...stickers.map(sticker =>
      h(
        'button.sticker-choice',
        {
          type: 'button',
          testid: `sticker-${sticker.name}`,
          'aria-label': `${t.sticker} ${sticker.emoji}`,
          onclick: async () => {
            element.hidden = true
            onChoose(await stickerFile(sticker))
          },
        },
        drawSticker(sticker, 96),
      ),
    ),
  )
  const button = h(
    'button.icon-button',
    {
      type: 'button',
      testid: 'sticker-button',
      'aria-label': t.stickers,
      onclick: () => {
        element.hidden = !element.hidden
      },
    },
    drawIcon('sticker'),
  )
  return { element, button }
}

async function stickerFile({ name, emoji, parts }: Sticker) {
  const picture = await new Promise<Blob | null>(resolve => drawSticker({ parts }, side).toBlob(resolve, 'image/webp'))
  // A browser that cannot write WebP writes PNG.
  const ending = picture!.type === 'image/webp' ? 'webp' : 'png'
  return { ...(await encodeFile(new File([picture!], `${name}.${ending}`))), emoji }
}

function drawSticker({ parts }: Pick<Sticker, 'parts'>, pixels: number) {
  const canvas = h('canvas', { width: pixels, height: pixels, 'aria-hidden': 'true' })
  const brush = canvas.getContext('2d')!
  brush.scale(pixels / 100, pixels / 100)
  Object.assign(brush, { lineWidth: 5, lineCap: 'round', lineJoin: 'round' })
  for (const { path, fill, line } of parts) {
    const shape = new Path2D(path)
    if (fill) {
      brush.fillStyle = fill
      brush.fill(shape)
    }
    brush.strokeStyle = line
    brush.stroke(shape)
  }
  return canvas
}
