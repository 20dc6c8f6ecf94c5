/** A picture that is drawn when its bytes are requested. */
export interface Picture {
  /** Identifies the bytes permanently: two pictures with the same key are identical. */
  key: string
  /** The file name under which a person saves it. */
  name: string
  bytes(): Promise<Buffer>
}

/** The reader's language, and the local format of times. */
export interface PictureReader {
  language: 'id' | 'en'
  /** Formats a time, such as `14.35 WIB`. */
  time(date: Date): string
  /** Formats a moment, such as `21 Nov 2026 14.35 WIB`. */
  moment(date: Date): string
}
