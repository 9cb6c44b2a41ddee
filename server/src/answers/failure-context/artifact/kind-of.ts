export type ArtifactKind = 'text' | 'archive' | 'image' | 'video' | 'binary'

/** The kind of a file by its first bytes; the sender's declaration is not trusted. */
export function kindOf(head: Buffer): ArtifactKind {
  const starts = (text: string, at = 0) =>
    head.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
  if (starts('PK\u0003\u0004') || starts('PK\u0005\u0006')) return 'archive'
  if (
    starts('\u0089PNG') ||
    starts('\u00ff\u00d8\u00ff') ||
    starts('GIF8') ||
    (starts('RIFF') && starts('WEBP', 8))
  )
    return 'image'
  if (starts('BM') && head.readUInt32LE(2) > 0 && head.includes(0)) return 'image'
  if (starts('\u001a\u0045\u00df\u00a3') || starts('ftyp', 4)) return 'video'
  if (starts('\u00ff\u00fe') || starts('\u00fe\u00ff')) return 'text'
  return head.includes(0) || controls(head) > head.length * MOST_CONTROLS ? 'binary' : 'text'
}

/** The share of control characters that a text may have, because logs contain colours. */
const MOST_CONTROLS = 0.1

function controls(head: Buffer): number {
  let count = 0
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 27) || byte === 127) count++
  return count
}
