import { png } from '../artifacts.ts'
import type { World } from '../world.ts'

export interface Call {
  /** With its query. */
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as JSON; text as it is. */
  body?: unknown
}

/** The input of a call: the world, and the answers to earlier calls. */
export interface CallInput extends World {
  now: number
  /** `data` of the answer to an earlier operation. */
  data: (operation: string) => Record<string, unknown>
}

/** An attachment of a test that has not been sent yet. */
export const SCREENSHOT = png('what the page looked like')

export const artifactOf = (data: CallInput['data']) =>
  (data('declareArtifacts').items as { id: string }[])[0]?.id

export const fingerprintOf = (data: CallInput['data']) =>
  (Object.values(data('listFailures')) as { fingerprint: string }[])[0]?.fingerprint

export const PASSWORD = 'correct horse battery'

/** The header that authenticates with a session instead of the first key. */
export const as = (token: unknown): Record<string, string> => ({ Authorization: `Bearer ${token}` })

/** Calls by operation; of an order, because a call may build on answers to earlier ones. */
export type Calls = Record<string, (input: CallInput) => Call>
