import { describe, expect, it } from 'vitest'
import { decodePicture } from '../src/decode-picture.ts'
import { pictures, readPictureBytes } from './vectors.ts'

const pixelsMax = 16e6

describe('every picture of the vectors', () => {
  it.each(pictures.filter(({ expect }) => expect === 'decode'))(
    'a picture gives its code and no other: $file, $transform',
    async picture => {
      expect(await decodePicture(readPictureBytes(picture), pixelsMax)).toEqual([picture.qris])
    },
  )

  it.each(pictures.filter(({ expect }) => expect === 'none'))(
    'a picture gives no code: $file, $transform',
    async picture => {
      expect(await decodePicture(readPictureBytes(picture), pixelsMax)).toEqual([])
    },
  )

  it.each(pictures.filter(({ expect }) => expect === 'error'))(
    'a damaged picture is refused: $file, $transform',
    async picture => {
      await expect(decodePicture(readPictureBytes(picture), pixelsMax)).rejects.toMatchObject({ code: 'invalid_image' })
    },
  )
})
