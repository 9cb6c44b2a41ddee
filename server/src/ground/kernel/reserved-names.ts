import { normalized } from './normalized.ts'
import { Problem } from './problem.ts'
import { quoted } from './quoted.ts'

const wordsOf = (text: string): string[] => text.split(' ')
const withPlurals = (text: string): string[] => wordsOf(text).flatMap((word) => [word, `${word}s`])

/** Words that mean the server where a name is shown as a speaker. */
const SPEAKERS = wordsOf('svc server system')
/** Words that vouch for a speaker and say nothing of its work, and what a speaker says: `System Notice` is a heading of the server's own. */
const VOUCHING = [
  ...wordsOf('the a an this your our from by of official verified trusted real signed signature'),
  ...wordsOf('automated automatic internal say says policy'),
  ...withPlurals('notice message alert warning notification announcement reminder prompt instruction note'),
  ...withPlurals('update override'),
]
/** Of the product's own name only: `server-admin` and `system-bot` may name what an agent or a person does. */
const POSTS = [
  ...wordsOf(
    'admin administrator bot robot support team security staff service daemon host core root noreply',
  ),
  ...wordsOf('api mcp dashboard operator assistant moderator maintainer status info'),
  ...withPlurals('event result response reply output error'),
]
const DIGIT = wordsOf('0 1 2 3 4 5 6 7 8 9')

/** A name as a whole: words of `before`, a speaker, words of `after`. `svc-tests-agent` and `server-tests` name a work. */
interface Reserved {
  before: string[]
  speakers: string[]
  after: string[]
}
const RESERVED: Reserved[] = [
  { before: VOUCHING, speakers: SPEAKERS, after: [...SPEAKERS, ...VOUCHING] },
  {
    before: [...VOUCHING, ...POSTS],
    speakers: ['svc'],
    after: [...SPEAKERS, ...VOUCHING, ...POSTS, ...DIGIT, ...DIGIT.map((digit) => `v${digit}`)],
  },
]

/** Not a regular expression: words that begin others would make it try each way to divide a name. */
function isOf(reading: string, { before, speakers, after }: Reserved): boolean {
  const [unspoken, spoken] = [new Set([0]), new Set<number>()]
  for (let at = 0; at < reading.length; at++) {
    const add = (ends: Set<number>, words: string[]) => {
      for (const word of words) if (reading.startsWith(word, at)) ends.add(at + word.length)
    }
    if (unspoken.has(at)) {
      add(unspoken, before)
      add(spoken, speakers)
    }
    if (spoken.has(at)) add(spoken, after)
  }
  return spoken.has(reading.length)
}

/** Whom a coding agent obeys: an agent of this name would give orders to all others. */
const USERS = new Set(['user', 'human', 'humanuser'])
const VOUCHED = /the|your|our|this|real|official|verified|trusted|says?/g

/**
 * True for a name that readers may take for the server's: `svc`, `server` or `system`, alone or with words that only vouch
 * for it, in any case, with any separators, and with characters that look like its own.
 */
export const isReservedName = (name: string): boolean =>
  readingsOf(name).some((reading) => RESERVED.some((reserved) => isOf(reading, reserved)))

/** True for a name that agents may take for that of their user. */
export const isNameOfUser = (name: string): boolean =>
  readingsOf(name).some((reading) => USERS.has(reading.replace(VOUCHED, '')))

/** What a reader may read in a name, without case and separators. */
function readingsOf(name: string): string[] {
  const shown = skeletonOf(name)
  const readings = [
    shown,
    skeletonOf(name.replace(/[|υ©]|\\\//g, (mark) => EITHER[mark] ?? '')),
    shown.replace(/[0-9$]/g, (digit) => DIGITS[digit] ?? digit),
  ]
  // A right-to-left override shows it in this order.
  if (name.includes('\u202e')) readings.push([...shown].reverse().join(''))
  return readings.map((reading) => reading.replace(/[^a-z0-9]/g, ''))
}

/** Throws INVALID_REQUEST for such a name of a speaker on the bus. */
export function requireOwnName(field: string, name: string): void {
  if (isReservedName(name))
    throw new Problem(
      'INVALID_REQUEST',
      `${field} must not be ${quoted(name)}: svc, server and system, and names that look like them, are reserved for the server. Choose a name that says what it does or who it is, such as checkout-tests.`,
    )
}

/** The same for an agent, which must not speak as the user of others either. Throws INVALID_REQUEST. */
export function requireNameOfAgent(field: string, name: string): void {
  requireOwnName(field, name)
  if (isNameOfUser(name))
    throw new Problem(
      'INVALID_REQUEST',
      `${field} must not be ${quoted(name)}: agents do what their user says, so no agent may have a name that looks like one of a user. Choose a name that says what it does or who it is, such as checkout-tests.`,
    )
}

/** A name without marks, invisible characters, case and foreign letters that look like Latin ones. */
const skeletonOf = (name: string): string =>
  fold(fold(plainOf(name)).replace(FOREIGN, (letter) => CONFUSABLE[letter] ?? letter))

/** Without what has no compatibility form, or one that spells other letters: `™` would be `tm`. */
const plainOf = (name: string): string =>
  name.replace(/[™℠©®℗]/gu, '').replace(FRAMED, (framed) => {
    const code = framed.codePointAt(0) ?? 0
    const a = ALPHABETS.findLast((first) => first <= code) ?? 0
    return String.fromCodePoint(0x61 + code - a)
  })

/** Alphabets in circles, in squares and of flags. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6]
const FRAMED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu

const fold = (text: string): string =>
  normalized(text, 'NFKD')
    .replace(/[\p{M}\p{Cf}\p{DI}]/gu, '')
    .toLowerCase()

/** Those of Unicode's confusables that can spell a reserved word. */
const LOOK_ALIKES: Record<string, string> = {
  a: 'аαɑᴀ',
  b: 'ЬƅʙᏏ',
  c: 'сϲⲥᴄꮯꓚ¢ᑕꞓƈʗ𐐽𐊢𐌂🝌𑣩𑣲',
  d: 'ԁᴅꓒ',
  e: 'еεєҽᴇꓰ℮',
  f: 'ꬵꜰꓝ',
  g: 'ɡցɢ',
  h: 'һհʜн',
  i: 'іıιɩɪӏꓲ',
  l: 'ӏⅼʟ|',
  m: 'мᴍꓟ',
  n: 'ոпɴꓠ',
  o: 'оοօσᴏꓳ',
  r: 'гʀᴦꮁꓣ',
  s: 'ѕꜱƽꮪꮥꓢʂȿՏട𐊖§ᔕꙅςƨ𐑈𑣁𖼺',
  t: 'тτᴛꓔ',
  u: 'υսᴜꓴ',
  v: 'νѵᴠ∨⋁ꮩꓦʋᐯ√⋎٧۷טⴸⱱⱴᶌ𑜆𑣀𖼈𝈍',
  y: 'уүγʏꓬ',
}

const CONFUSABLE: Record<string, string> = Object.fromEntries(
  Object.entries(LOOK_ALIKES).flatMap(([latin, foreign]) =>
    [...foreign].map((letter) => [fold(letter), latin]),
  ),
)
const FOREIGN = /[^\p{ASCII}]|\|/gu
/** What separates, or looks like a second letter. */
const EITHER: Record<string, string> = { '|': '', υ: 'v', '©': 'c', '\\/': 'v' }
const DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', $: 's' }
