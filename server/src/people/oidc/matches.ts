/**
 * The conditions of a trust and the claims of a token; the issuer and the repository have matched already.
 */
export interface TrustConditions {
  /** Patterns with `*`. */
  refs: string[]
  events: string[]
}

export interface Claims {
  ref: string
  event: string
}

/** Why a token does not match a trust, in words; null if it does. */
export function mismatch(trust: TrustConditions, claims: Claims): string | null {
  if (!trust.events.includes(claims.event))
    return `the event ${claims.event || '(none)'} is not among ${trust.events.join(', ')}`
  if (!trust.refs.some((pattern) => isLike(pattern, claims.ref)))
    return `the ref ${claims.ref || '(none)'} is not among ${trust.refs.join(', ')}`
  return null
}

/** Between its stars a pattern is literal; each piece is searched once, from left to right. */
function isLike(pattern: string, ref: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return ref === pattern
  if (!ref.startsWith(first)) return false
  let position = first.length
  for (const piece of rest) {
    const index = ref.indexOf(piece, position)
    if (index < 0) return false
    position = index + piece.length
  }
  return ref.endsWith(last) && ref.length - last.length >= position
}
