import { LIMITS } from '@svc/protocol'

/** More than is kept, so that the client detects the cut, and sees a secret at the cut completely. */
const LOOKED_AT = 4 * LIMITS.outputTailBytes

/** The end of the output as text; joins a character that two chunks share. */
export const tailOf = (chunks: (string | Buffer)[]): string => {
  let from = chunks.length
  for (let size = 0; from > 0 && size < LOOKED_AT; from -= 1) size += chunks[from - 1]?.length ?? 0
  const kept = from === 0 ? chunks : chunks.slice(from)
  if (kept.every((chunk) => typeof chunk === 'string')) return endOf(kept.join(''))
  return endOf(Buffer.concat(kept.map((chunk) => Buffer.from(chunk))).toString('utf8'))
}

const endOf = (text: string): string => (text.length > LOOKED_AT ? text.slice(-LOOKED_AT) : text)
