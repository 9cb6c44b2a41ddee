/** Why a reporter left an attachment out. */
export const ARTIFACT_LEFT_OUT = [
  'outside',
  'symlink',
  'special',
  'vanished',
  'changed',
  'unreadable',
  'large',
  'many',
] as const
export type ArtifactLeftOut = (typeof ARTIFACT_LEFT_OUT)[number]

/** An attachment of an attempt in a journal, and the bytes to send. */
export interface DeclaredArtifact {
  /** The attempt's entry in the journal, from 0. */
  entry: number
  /** Its place among the attachments of the attempt, from 0. */
  number: number
  sizeBytes?: number
  /**
   * Checksum of the bytes as they are sent, in lower-case hexadecimal; may be omitted until the
   * server asks for it.
   */
  sha256?: string
  /** Present if the artifact will not be sent. */
  leftOut?: ArtifactLeftOut
}

/**
 * The server's answer to a declaration: `send` its bytes, it is `stored`, declare it again with its `hash`, it was
 * `left` out for a reason, or it is `refused`, because no attempt has it.
 */
export type ArtifactAnswer =
  | { entry: number; number: number; state: 'send'; id: string }
  | { entry: number; number: number; state: 'stored'; id: string }
  | { entry: number; number: number; state: 'hash' }
  | { entry: number; number: number; state: 'left' | 'refused'; reason: string }

/**
 * The state of an artifact: `awaited` is declared, `missing` was stored and is no longer there,
 * `unsent` was never declared.
 */
export type ArtifactState = 'stored' | 'awaited' | 'missing' | 'left' | 'unsent'

/** Headers of `PUT /api/artifacts/:id/upload`. */
export const ARTIFACT_HEADERS = {
  /** In a request: the offset of its first byte. In an answer: the number of bytes that the server has. */
  offset: 'upload-offset',
} as const
