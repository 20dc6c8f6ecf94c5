import { availableParallelism } from 'node:os'
import { Refusal } from '../lib/refusal.ts'
import { createDecoders, type DecoderLimits } from './decoders.ts'
import { parseQris, type Qris } from './parse-qris.ts'
import { type PictureLimits, refuseLargePicture } from './refuse-large-picture.ts'

export interface ImageLimits extends Partial<DecoderLimits>, PictureLimits {}

export interface ImageReader {
  /**
   * Reads the text of the only code in a picture (JPEG, PNG, GIF, WebP by content; of an animation the first frame).
   * Refuses `image_too_large`, `invalid_image`, `no_code_found`, `several_codes_found` for two valid codes that differ,
   * `invalid_qris` for a code that is not a payment code, and `rate_limited` if too many pictures wait. Owners
   * (accounts, by id) take turns.
   */
  read(bytes: Buffer, owner: number): Promise<string>
  /**
   * Runs other work on an incoming picture when it is the owner's turn: one picture of an owner is unpacked at a time,
   * for any purpose. Refuses `rate_limited` if too many pictures wait.
   */
  inTurn<Result>(owner: number, work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export function createImageReader(limits: ImageLimits): ImageReader {
  const decoders = createDecoders({ ...USUAL, ...limits })
  return {
    async read(bytes, owner) {
      refuseLargePicture(bytes, limits)
      return chooseCode(await decoders.decode({ bytes, pixelsMax: limits.pixelsMax }, owner))
    },
    inTurn: decoders.inTurn,
    close: () => decoders.close(),
  }
}

/** With two processors, one stays free for other work; 64 pictures of 5 MiB may wait in 320 MiB, 16 per account. */
const USUAL: DecoderLimits = {
  workersMax: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waitingMax: 64,
  waitingPerOwnerMax: 16,
  timeoutMs: 5000,
}

/** Chooses the valid code; other codes may be beside it, such as a web address on the same poster. */
function chooseCode(texts: string[]): string {
  const readings = texts.map(tryParse)
  const codes = readings.filter((reading): reading is Qris => !(reading instanceof Refusal))
  const valid = codes.filter(code => code.isValid)
  const [chosen, other] = valid.length > 0 ? valid : codes
  if (other !== undefined) throw new Refusal('several_codes_found', 'there are two different codes in the picture')
  if (chosen !== undefined) return chosen.text
  const [refusal] = readings.filter(reading => reading instanceof Refusal)
  if (refusal === undefined) throw new Refusal('no_code_found', 'there is no QR code in the picture')
  throw new Refusal('invalid_qris', `the code in the picture is no QRIS: ${refusal.message}`)
}

function tryParse(text: string): Qris | Refusal {
  try {
    return parseQris(text)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
