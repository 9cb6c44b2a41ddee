import { normalized } from '../../../ground/kernel/normalized.ts'
import type { MessageRow } from '../dependencies.ts'

/** The number of different words of one message that are indexed. */
const MOST_WORDS = 4_000
/** The number of characters of a word that are indexed. */
const LONGEST = 64

/** The words of a text: letters and digits, without case and accents. */
export function wordsOf(text: string): string[] {
  // Most messages contain no other characters, and folding takes as long as a signature.
  const isPlain = !BEYOND_ASCII.test(text)
  const folded = isPlain ? text.toLowerCase() : fold(text)
  const words = new Set<string>()
  for (const [word] of folded.matchAll(isPlain ? PLAIN_WORD : WORD)) {
    words.add(word.length <= LONGEST ? word : [...word].slice(0, LONGEST).join(''))
    if (words.size === MOST_WORDS) break
  }
  return [...words]
}

const BEYOND_ASCII = /[^\x20-\x7e\s]/
const PLAIN_WORD = /[a-z0-9]+/g
const WORD = /[\p{L}\p{N}]+/gu

const fold = (text: string): string =>
  normalized(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** Terms that no text contains, which identify whose mail a message is. */
export const receivedMark = (agentId: number): string => `\ue000to${agentId}`
export const sentMark = (agentId: number): string => `\ue000from${agentId}`

/** The terms of a message in the index. */
export const wordsOfMessage = ({ payload, channel, to_agent_id, from_agent_id }: MessageRow): string =>
  [
    receivedMark(to_agent_id),
    ...(from_agent_id === null ? [] : [sentMark(from_agent_id)]),
    ...wordsOf(channel === null ? payload : `${channel} ${payload}`),
  ].join(' ')
