import { TOPICS, type Topic } from '../kernel/wake.ts'

/** Postgres accepts less than 8,000 bytes. */
const MESSAGE_BYTES = 7_900
/** Replicas of other versions may run at the same time; each ignores unknown formats. */
const FORM = 1

/** The message of one replica; `subjects` is null if it lost some. */
export interface Message {
  from: string
  topic: Topic
  subjects: string[] | null
}

/**
 * Packs subjects into as few messages as possible; if one subject is too long, a message reports a loss
 * instead.
 */
export function writeMessages(from: string, topic: Topic, subjects: Iterable<string>): string[] {
  const head = `[${FORM},${inAscii(from)},${inAscii(topic)},[`
  const tail = ']]'
  const room = MESSAGE_BYTES - head.length - tail.length
  const messages: string[] = []
  let isLost = false
  let pieces: string[] = []
  let bytes = 0
  const end = () => {
    if (pieces.length > 0) messages.push(`${head}${pieces.join(',')}${tail}`)
    pieces = []
    bytes = 0
  }
  for (const subject of subjects) {
    // Longer in any encoding: saves encoding a text that is far too long.
    const piece = subject.length > room ? null : inAscii(subject)
    if (piece === null || piece.length > room) {
      isLost = true
      continue
    }
    if (bytes + piece.length > room) end()
    pieces.push(piece)
    bytes += piece.length + 1
  }
  end()
  if (isLost) messages.push(writeMissed(from, topic))
  return messages
}

/** Reports that subjects of this replica got lost. */
export const writeMissed = (from: string, topic: Topic): string =>
  `[${FORM},${inAscii(from)},${inAscii(topic)},null]`

/** Parses a message; null for an unknown format: anyone may notify a channel. */
export function readMessage(text: string): Message | null {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(message) || message.length !== 4 || message[0] !== FORM) return null
  const [, from, topic, subjects] = message as unknown[]
  if (typeof from !== 'string' || !TOPICS.includes(topic as Topic)) return null
  const isWhole =
    subjects === null || (Array.isArray(subjects) && subjects.every((subject) => typeof subject === 'string'))
  return isWhole ? { from, topic: topic as Topic, subjects: subjects as string[] | null } : null
}

/** JSON in ASCII, so that a character is a byte in any encoding of the database. */
const inAscii = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
