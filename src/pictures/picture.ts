/** A picture that is drawn when its bytes are requested. */
export interface Picture {
  /** Names the bytes for good: two pictures of one key are the same. */
  key: string
  /** The file's name, as the person saves it. */
  name: string
  bytes(): Promise<Buffer>
}

/** The reader's language, and the format of times in their place. */
export interface PictureReader {
  language: 'id' | 'en'
  /** `14.35 WIB`. */
  time(date: Date): string
  /** `21 Nov 2026 14.35 WIB`. */
  moment(date: Date): string
}
