import { crc32 } from 'node:zlib'

/** A zip archive of uncompressed files. */
export function zipOf(files: Record<string, string>): Uint8Array {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02\x14\0', 'latin1')
    common.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, name)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, bytes])
    bodies.push(body)
    offset += body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...bodies, listed, end]))
}
