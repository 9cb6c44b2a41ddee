import { type Zippable, zipSync } from 'fflate'

/** An archive as upload-artifact makes it. */
export const zipOf = (files: Record<string, string | Uint8Array>, level: 0 | 6 = 6): Uint8Array => {
  const entries: Zippable = {}
  for (const [path, content] of Object.entries(files))
    entries[path] = [typeof content === 'string' ? Buffer.from(content) : content, { level }]
  return zipSync(entries)
}

/** A file that is small in the archive and `bytes` long outside of it. */
export const zipBomb = (bytes: number, path = 'svc/a.ndjson'): Uint8Array =>
  zipSync({ [path]: [new Uint8Array(bytes).fill(0x20), { level: 9 }] })

/** The same archive, in which every header claims that its files hold `claimed` bytes. */
export const withClaimedSize = (zip: Uint8Array, claimed: number): Uint8Array => {
  const copy = Buffer.from(zip)
  for (const [signature, offset] of [
    ['PK\x03\x04', 22],
    ['PK\x01\x02', 24],
  ] as const)
    for (
      let at = copy.indexOf(signature, 0, 'latin1');
      at >= 0;
      at = copy.indexOf(signature, at + 4, 'latin1')
    )
      copy.writeUInt32LE(claimed, at + offset)
  return copy
}
