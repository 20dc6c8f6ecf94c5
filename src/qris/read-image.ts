export interface ImageReader {
  read(bytes: Buffer): Promise<string>
  close(): Promise<void>
}
export function createImageReader(_limits: { bytesMax: number; pixelsMax: number }): ImageReader {
  return {
    read: async () => {
      throw new Error('not yet')
    },
    close: async () => {},
  }
}
