import type { Env } from './ci-facts.ts'

const SECRET_NAME =
  /token|secret|passw(?:or)?d|passphrase|(?:_|^pg)p(?:wd|ass)$|api_?key|(?:access|private|signing|encryption|master|deploy|account|storage)_?key|credential|connection_?string|webhook|jwt|cookie|(?:^|_)(?:pat|auth)$/i
/** These variables name a secret's place or kind; their values occur in many harmless texts. */
const NO_SECRET_NAME =
  /_(?:file|path|dir|home|type|name|helper|user|username|host|port|region|ttl|expiry)$|^GOOGLE_APPLICATION_CREDENTIALS$/i
const SECRET_LENGTH = 8
/** Masks a user's named value even if it is short; with three letters it would mask most of a text. */
const NAMED_SECRET_LENGTH = 4

/** Values of variables that are named, or whose name gives them away; short ones would mask ordinary words. */
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

/** A longer value is looked for in pieces, so that one that was cut off shows nothing but a bit of its last. */
const PIECE = 512
/** Shorter, their base64 would be found in ordinary words. */
const ENCODED_FROM = 8
/** Shorter lines of a value are those of any document. */
const LINE_FROM = 16

/** A value as it shows up: as it is, in an address, in JSON, in base64, and each of its longer lines alone. */
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

/** What base64 holds of a value wherever in the encoded text it begins, without the letters it shares with others. */
const inBase64 = (value: string): string[] => {
  const bytes = Buffer.from(value)
  if (bytes.length < ENCODED_FROM) return []
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const own = encoded.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
