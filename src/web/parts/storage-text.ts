import type { StorageRoom } from '../../goods/storage-room.ts'
import type { Language } from './language.ts'

const texts = {
  id: {
    used: (used: string, max: string, { files, images, filesMax }: StorageRoom) =>
      `${used} dari ${max} terpakai · ${files} file dan ${images} gambar, masing-masing paling banyak ${filesMax}`,
    others: (size: string) => ` · ${size} gambar percakapan, siaran, dan logo`,
  },
  en: {
    used: (used: string, max: string, { files, images, filesMax }: StorageRoom) =>
      `${used} of ${max} used · ${files} ${files === 1 ? 'file' : 'files'} and ${images} ` +
      `${images === 1 ? 'picture' : 'pictures'}, ${filesMax} of each at most`,
    others: (size: string) => ` · ${size} for pictures in chats and broadcasts, and the logo`,
  },
} satisfies Record<Language, unknown>

/** Formats how much of its storage an account uses. */
export function formatStorage(language: Language, room: StorageRoom): string {
  const { used, others } = texts[language]
  const main = used(formatBytes(language, room.bytes), formatBytes(language, room.bytesMax), room)
  return room.otherBytes === 0 ? main : main + others(formatBytes(language, room.otherBytes))
}

/** Formats a size in megabytes or gigabytes. */
export function formatBytes(language: Language, bytes: number): string {
  const [value, unit] = bytes < 1_000_000_000 ? [Math.ceil(bytes / 1_000_000), 'MB'] : [bytes / 1_000_000_000, 'GB']
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
}
