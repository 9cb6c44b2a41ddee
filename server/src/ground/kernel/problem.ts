import { LIMITS, type ProblemCode } from '@svc/protocol'
import type { Door, Words } from './next-step.ts'

/** Facts for a client besides the message. Each transport has a place for them, such as an HTTP header. */
export interface ProblemFacts {
  /** Seconds after which the same request may succeed. */
  retryAfterSeconds?: number
  /** The number of the journal's entries that the server has. */
  acceptedEntries?: number
  /** The number of the artifact's bytes that the server has. */
  heldBytes?: number
  /**
   * Names similar to the one that was not found, best first: at most 5, and only names that the
   * caller may see. They go to agents. The message and REST omit them, so that absent and foreign
   * names get equal answers.
   */
  similar?: readonly string[]
  /** True if the message already names an agent's next call, for every tool. */
  saysNextCall?: boolean
  /** The message in the words of doors other than REST. */
  words?: Readonly<Record<Exclude<Door, 'rest'>, string>>
  /** The refused work counts against the credential's writes, because it cost as much as a write. */
  isWrite?: boolean
  /** Another credential may be accepted. */
  isCredentialRefused?: boolean
}

/**
 * An error that clients may read: `message` is public and says what to do, `cause` never leaves the server. A message that
 * names a next step is `worded`; `message` then has the words of REST.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly facts: ProblemFacts

  constructor(code: ProblemCode, message: string | Words, options: { cause?: unknown } & ProblemFacts = {}) {
    const { cause, ...facts } = options
    const isWorded = typeof message === 'function'
    super(isWorded ? message('rest') : message, 'cause' in options ? { cause } : {})
    this.name = 'Problem'
    this.code = code
    this.facts = isWorded ? { ...facts, words: { mcp: message('mcp'), cli: message('cli') } } : facts
  }

  /** The message as a caller at this door reads it. */
  at(door: Door): string {
    return door === 'rest' ? this.message : (this.facts.words?.[door] ?? this.message)
  }
}

export const notFound = (what: string) =>
  new Problem('NOT_FOUND', `There is no such ${what} in this organization.`)

export const tooLarge = (what: string, limitBytes: number) =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `${what} is over its limit of ${limitBytes} bytes. Send it in smaller pieces.`,
  )

export const segmentTooLarge = () => tooLarge('The decompressed body', LIMITS.segmentBytes)
