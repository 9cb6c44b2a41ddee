import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'

/** The date that npm gives packed files: with a real date, each archive would differ. */
const PACKED_AT = new Date('1985-10-26T08:15:00.000Z')

/** Returns a package archive of these texts, the same bytes for the same texts. */
export async function archiveOf(files: Map<string, string>): Promise<Uint8Array> {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const tar = await packTar(
    sorted.map(([name, text]) => {
      const body = new TextEncoder().encode(text)
      const isProgram = text.startsWith('#!')
      return {
        header: {
          name: `package/${name}`,
          size: body.byteLength,
          mode: isProgram ? 0o755 : 0o644,
          mtime: PACKED_AT,
          uid: 0,
          gid: 0,
        },
        body,
      }
    }),
  )
  return gzipSync(tar, { level: 9 })
}
