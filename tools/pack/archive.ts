import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'

/** The date that npm gives packed files: with a real date, each archive would differ. */
const PACKED_AT = new Date('1985-10-26T08:15:00.000Z')

/** Returns a package archive of these files, the same bytes for the same files. */
export async function archiveOf(files: Map<string, string | Uint8Array>): Promise<Uint8Array> {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const tar = await packTar(
    sorted.map(([name, content]) => {
      const body = Buffer.from(content)
      const isProgram = body.subarray(0, 2).toString() === '#!'
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
