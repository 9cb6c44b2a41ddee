/** What replaces a secret. */
export const MASK = '[redacted]'

/** Masks secrets in text and counts them. */
export interface Redactor {
  /** For errors, output, reasons: anything a test may have printed. */
  text(text: string): string
  /** For names: a short or plain word is left alone there, since a name is a test's identity. */
  name(text: string): string
  /** How many were masked until now. */
  readonly count: number
}

const PATTERNS = [
  'gh[pousr]_[A-Za-z0-9]{20,255}',
  'github_pat_[A-Za-z0-9_]{20,255}',
  'glpat-[A-Za-z0-9_-]{20,64}',
  'A(?:KIA|SIA)[A-Z0-9]{16}',
  'npm_[A-Za-z0-9]{30,64}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,255}',
  'svc_[0-9A-Za-z]{40,64}',
  'sk_live_[0-9A-Za-z]{16,255}',
  'AIza[0-9A-Za-z_-]{35}',
  'eyJ[A-Za-z0-9_-]{8,4096}\\.eyJ[A-Za-z0-9_-]{8,8192}\\.[A-Za-z0-9_-]{0,1024}',
  '[Bb]earer\\s{1,4}[A-Za-z0-9._~+/-]{16,4096}={0,2}',
  '://[^\\s/:@]{0,256}:[^\\s/@]{1,256}@',
  '-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]{0,32}PRIVATE KEY-----|$)',
]

/** The rest of a key block whose first line was cut away. */
const ORPHAN_END = /^[\s\S]*?-----END [A-Z ]{0,32}PRIVATE KEY-----/

/** Makes a redactor for common token shapes and for the given values of secrets. */
export const makeRedactor = (secrets: string[]): Redactor => {
  const inText = matcher(secrets)
  const inNames = matcher(secrets.filter(isUnmistakable))
  let count = 0
  const mask = (match: string) => {
    count += 1
    if (match.startsWith('://')) return `://${MASK}@`
    return /^bearer\s/i.test(match) ? `${match.slice(0, 6)} ${MASK}` : MASK
  }
  return {
    text: (text) => {
      const masked = text.replace(inText, mask)
      return masked.includes('PRIVATE KEY-----') ? masked.replace(ORPHAN_END, mask) : masked
    },
    name: (text) => (text.length < 8 ? text : text.replace(inNames, mask)),
    get count() {
      return count
    },
  }
}

const matcher = (values: string[]): RegExp => {
  const forms = values.flatMap((value) => [value, encodeURIComponent(value)])
  const literals = [...new Set(forms)].sort((a, b) => b.length - a.length).map(escapeRegExp)
  return new RegExp([...literals, ...PATTERNS].join('|'), 'g')
}

/** `postgres` as a password must not rename every test about Postgres. */
const isUnmistakable = (value: string) =>
  value.length >= 16 || (value.length >= 10 && /[A-Za-z]/.test(value) && /\d/.test(value))

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
