import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { withoutEndSlashes } from '../../ground/kernel/issuer-address.ts'
import type { Issuers } from './issuers.ts'
import type { Claims } from './matches.ts'

/** The facts about the workflow that a token contains. */
export interface Workflow extends Claims {
  issuer: string
  repositoryId: string
  /** owner/name. */
  repository: string
  /** The run's id; empty if the token does not contain it. */
  run: string
}

/**
 * Only signatures by a key pair: with a shared secret, everyone who can verify a token can also
 * create one.
 */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA']
const TOLERANCE_S = 60
/** An older token is rejected, regardless of its expiry. Used tokens are remembered for this time. */
const LONGEST_S = 3_600
/** The maximum difference between the clocks of two servers of one database. */
const SKEW_MS = 600_000

/** The claims of a token before it is verified; null if the text is not a token. */
export async function readClaims(token: string): Promise<Workflow | null> {
  const { decodeJwt } = await import('jose')
  try {
    return workflowOf(decodeJwt(token))
  } catch {
    return null
  }
}

/** A token whose signature, audience and times are right. */
export interface VerifiedToken {
  workflow: Workflow
  /** The same for every text of the token; hex. */
  hash: string
  /** When the token has expired for every server, regardless of its clock; milliseconds since the epoch. */
  forgetAt: number
}

/** Checks signature, issuer, audience and times of a token; an Error says what is wrong. */
export async function verifyToken(
  token: string,
  issuers: Issuers,
  expected: { issuer: string; audience: string; now: number },
): Promise<VerifiedToken> {
  const { jwtVerify } = await import('jose')
  const keys = await issuers.keysOf(expected.issuer)
  const { payload } = await jwtVerify(token, keys, {
    issuer: expected.issuer,
    audience: expected.audience,
    algorithms: ALGORITHMS,
    clockTolerance: TOLERANCE_S,
    maxTokenAge: LONGEST_S,
    currentDate: new Date(expected.now),
    requiredClaims: ['exp', 'iat', 'jti'],
  })
  const workflow = workflowOf(payload)
  if (!workflow) throw new Error('the token does not name its repository')
  // A token for a list of audiences could be valid for another organization, too.
  if (typeof payload.aud !== 'string') throw new Error('the claim "aud" is a list')
  const { jti } = payload
  if (typeof jti !== 'string' || jti === '') throw new Error('the claim "jti" is empty')
  return {
    workflow,
    // Not a hash of the token's text, because a signature can be written in several ways.
    hash: createHash('sha256')
      .update(JSON.stringify([expected.issuer, jti]))
      .digest('hex'),
    forgetAt: expected.now + (LONGEST_S + 2 * TOLERANCE_S) * 1_000 + SKEW_MS,
  }
}

function workflowOf(claims: JWTPayload): Workflow | null {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const workflow = {
    issuer: withoutEndSlashes(text('iss')),
    repositoryId: text('repository_id'),
    repository: text('repository'),
    ref: text('ref'),
    event: text('event_name'),
    run: text('run_id'),
  }
  return workflow.issuer === '' || workflow.repositoryId === '' ? null : workflow
}
