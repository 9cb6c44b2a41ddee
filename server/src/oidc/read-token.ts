import type { JWTPayload } from 'jose'
import type { Issuers } from './issuers.ts'
import type { Claims } from './matches.ts'

/** What a token says of the workflow that has it. */
export interface Workflow extends Claims {
  issuer: string
  repositoryId: string
  /** owner/name. */
  repository: string
  /** The run's id; empty where the token does not tell. */
  run: string
}

/** Signatures by a key pair only: with a shared secret whoever can check a token can make one. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA']
const TOLERANCE_S = 60

/** What a token claims, before anything of it is believed; null where it is none. */
export async function readClaims(token: string): Promise<Workflow | null> {
  const { decodeJwt } = await import('jose')
  try {
    return workflowOf(decodeJwt(token))
  } catch {
    return null
  }
}

/** The same of a token whose signature, audience and times are right; an Error that says what is not. */
export async function verifyToken(
  token: string,
  issuers: Issuers,
  expected: { issuer: string; audience: string; now: number },
): Promise<Workflow> {
  const { jwtVerify } = await import('jose')
  const keys = await issuers(expected.issuer)
  const { payload } = await jwtVerify(token, keys, {
    issuer: expected.issuer,
    audience: expected.audience,
    algorithms: ALGORITHMS,
    clockTolerance: TOLERANCE_S,
    currentDate: new Date(expected.now),
    requiredClaims: ['exp', 'iat'],
  })
  const workflow = workflowOf(payload)
  if (!workflow) throw new Error('the token does not say which repository it is of')
  return workflow
}

function workflowOf(claims: JWTPayload): Workflow | null {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const workflow = {
    issuer: text('iss').replace(/\/+$/, ''),
    repositoryId: text('repository_id'),
    repository: text('repository'),
    ref: text('ref'),
    event: text('event_name'),
    run: text('run_id'),
  }
  return workflow.issuer === '' || workflow.repositoryId === '' ? null : workflow
}
