import type { Env } from './ci-facts.ts'

const SECRET_NAME =
  /token|secret|passw(?:or)?d|passphrase|(?:_|^pg)p(?:wd|ass)$|api_?key|(?:access|private|signing|encryption|master|deploy|account|storage)_?key|credential|connection_?string|webhook|jwt|cookie|(?:^|_)(?:pat|auth)$/i
/** These variables name the location or kind of a secret; their values occur in many harmless texts. */
const NO_SECRET_NAME =
  /_(?:file|path|dir|home|type|name|helper|user|username|host|port|region|ttl|expiry)$|^GOOGLE_APPLICATION_CREDENTIALS$/i
const SECRET_LENGTH = 8
/** The minimum length of a value that the user names; with three letters, most of a text would be masked. */
const NAMED_SECRET_LENGTH = 4

/**
 * Values of variables that are named, or whose names indicate secrets; short ones would mask
 * ordinary words.
 */
export const readSecrets = (env: Env, apiKey: string | undefined, named: string[]): string[] => {
  const secrets = new Set<string>()
  if (apiKey && apiKey.length >= SECRET_LENGTH) secrets.add(apiKey)
  for (const [name, given] of Object.entries(env)) {
    const value = given?.trim() ?? ''
    if (value.length >= leastLength(name, named)) secrets.add(value)
    const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i.exec(value)?.[1]
    if (password && isUnmistakable(password)) secrets.add(password)
  }
  return [...secrets]
}

const leastLength = (name: string, named: string[]): number => {
  if (named.includes(name)) return NAMED_SECRET_LENGTH
  return SECRET_NAME.test(name) && !NO_SECRET_NAME.test(name) ? SECRET_LENGTH : Number.POSITIVE_INFINITY
}

/** `postgres` as a password must not rename every test about Postgres. */
export const isUnmistakable = (value: string) =>
  value.length >= 16 || (value.length >= 10 && /[A-Za-z]/.test(value) && /\d/.test(value))

/** A longer value is searched in pieces, so that a cut value reveals at most a bit of its last piece. */
const PIECE = 512
/** The base64 of shorter values would occur in ordinary words. */
const ENCODED_FROM = 8
/** Shorter lines of a value occur in any document. */
const LINE_FROM = 16

/** The forms of a value: unchanged, in an address, in JSON, in base64, and each of its longer lines alone. */
export const formsOf = (value: string): string[] => {
  const lines = value.includes('\n') ? value.split('\n').map((line) => line.trim()) : []
  const wholes = [value, ...lines.filter((line) => line.length >= LINE_FROM)]
  return wholes.flatMap(piecesOf).flatMap((piece) => {
    const inUrl = percentEncoded(piece)
    const inJson = JSON.stringify(piece).slice(1, -1)
    return [piece, inUrl, inUrl.replace(/%../g, (code) => code.toLowerCase()), inJson, ...inBase64(piece)]
  })
}

const piecesOf = (value: string): string[] => {
  if (value.length <= 2 * PIECE) return [value]
  const pieces: string[] = []
  for (let index = 0; index < value.length; index += PIECE) {
    const piece = value.slice(index, index + PIECE)
    if (piece.length >= LINE_FROM) pieces.push(piece)
  }
  return pieces
}

/** Half of a surrogate pair has no percent encoding. */
const percentEncoded = (text: string) => encodeURIComponent(Buffer.from(text).toString())

/** The base64 characters that depend only on a value, wherever it starts in the encoded text. */
const inBase64 = (value: string): string[] => {
  const bytes = Buffer.from(value)
  if (bytes.length < ENCODED_FROM) return []
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const own = encoded.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
