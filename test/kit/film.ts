import fs from 'node:fs'

export const filmWidth = 640
export const filmHeight = 480

/**
 * Writes a film of one picture on a grey table that Chromium plays as a camera (YUV4MPEG2). `shadeAt` returns the
 * lightness of a pixel, from 16 to 235; null means the table.
 */
export function writeFilm(file: string, shadeAt: (x: number, y: number) => number | null): void {
  const light = Buffer.alloc(filmWidth * filmHeight, 120)
  for (let y = 0; y < filmHeight; y++)
    for (let x = 0; x < filmWidth; x++) {
      const shade = shadeAt(x, y)
      if (shade !== null) light[y * filmWidth + x] = shade
    }
  const colour = Buffer.alloc((filmWidth * filmHeight) / 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${filmWidth} H${filmHeight} F10:1 Ip A1:1 C420jpeg\n`)
  fs.writeFileSync(file, Buffer.concat([head, Buffer.from('FRAME\n'), light, colour]))
}
