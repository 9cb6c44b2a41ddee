/**
 * A number of tokens that a text hardly ever exceeds by more than a tenth (o200k_base), for answers that promise a
 * maximum. The result is a few per cent too high for code and prose, about a fifth for Japanese and simplified Chinese,
 * and higher for other scripts.
 * Makes one pass without copies, because every answer is counted.
 */
export function mostTokens(text: string): number {
  let tokens = 0
  let shortBefore: number | undefined
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at)
    const end = endOf(kind, text, at)
    tokens += tokensOf(kind, text, at, end)
    const short = kind >= LOWER && kind <= DIGIT && end - at <= 3 ? kind : undefined
    const isJoin = short !== undefined && shortBefore !== undefined
    if (isJoin && (short === UPPER || shortBefore === UPPER)) tokens += RANDOM_JOIN
    shortBefore = short
    at = end
  }
  return Math.ceil(tokens)
}

/** What a change to or from capitals adds between short pieces: base64 takes more tokens than it has pieces. */
const RANDOM_JOIN = 0.1

const OTHER = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const SPACE = 4
const PUNCTUATION = 5
/** Chinese and Japanese characters and punctuation. */
const HAN = 6

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/[0-9]/.test(character)) return DIGIT
  if (/\s/.test(character)) return SPACE
  return code > 32 && code < 127 ? PUNCTUATION : OTHER
})

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code < 128) return ASCII[code] as number
  if (isWideSpace(code)) return SPACE
  return code >= 0x3000 && code < 0xa000 ? HAN : OTHER
}

const isWideSpace = (code: number): boolean =>
  code === 0xa0 ||
  code === 0x1680 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000 ||
  code === 0xfeff

/** The end of a word or of a part of a camelCase word, or of capitals, digits, white space or punctuation. */
function endOf(kind: number, text: string, start: number): number {
  if (kind === OTHER) return start + ((text.codePointAt(start) as number) > 0xffff ? 2 : 1)
  let end = start + 1
  const wanted = kind === UPPER && end < text.length && kindAt(text, end) === LOWER ? LOWER : kind
  while (end < text.length && kindAt(text, end) === wanted) end++
  return end
}

function tokensOf(kind: number, text: string, start: number, end: number): number {
  const length = end - start
  const code = text.charCodeAt(start)
  if (kind === HAN) return ofHan(text, start, end)
  if (code > 127) return ofOther(text.codePointAt(start) as number)
  switch (kind) {
    case DIGIT:
      return Math.ceil(length / 3)
    case SPACE:
      return ofSpace(text, start, end)
    case LOWER:
    case UPPER:
      return ofLetters(text, start, end)
    default:
      return Math.max(0.9, length * 0.62)
  }
}

function ofSpace(text: string, start: number, end: number): number {
  const length = end - start
  if (length === 1 && text.charCodeAt(start) === 32) return 0
  let indentAt = end
  while (indentAt > start && text.charCodeAt(indentAt - 1) !== 10) indentAt--
  const hasBreak = indentAt > start
  const indent = end - indentAt
  return (hasBreak ? 1 : 0) + (indent > 1 ? 1 : 0) + length / 12
}

function ofLetters(text: string, start: number, end: number): number {
  const length = end - start
  const isCapital = ASCII[text.charCodeAt(start)] === UPPER
  const isSecondCapital = length > 1 && ASCII[text.charCodeAt(start + 1)] === UPPER
  // `Zq` of a random id takes two tokens, `Id` one.
  if (length <= 3) return length > 1 && isCapital && !isSecondCapital && !isUsual(text, start, end) ? 1.5 : 1
  if (isCapital && isSecondCapital) return length / 1.6
  if (length <= 5) return isUsual(text, start, end) ? 1 : 2
  return isUsual(text, start, end) ? Math.max(1.05, length / 6) : length / 1.9
}

/** Pairs of letters that occur in English words and in programs; words with other pairs take many tokens. */
const PAIRS = pairsOf(
  `th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne
  ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa
  ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp
  fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da
  yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib
  tl ny ki rk ys ob mm fu ph og ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn nu af hu nn eo vo rv nf xp gn sm fl iz ok
  nl my gl aw ju oa eq sy sl ps jo lf nv je nk kn gs dy hy ze ks xt bs ik dd pt xe`,
)

/** Of two letters by their numbers: 26 times the first plus the second. */
function pairsOf(text: string): Uint8Array {
  const pairs = new Uint8Array(26 * 26)
  for (const pair of text.split(/\s+/)) pairs[numberOf(pair, 0) * 26 + numberOf(pair, 1)] = 1
  return pairs
}

/** The number of a letter in either case. */
function numberOf(text: string, at: number): number {
  return (text.charCodeAt(at) | 32) - 97
}

function isUsual(text: string, start: number, end: number): boolean {
  let usual = 0
  for (let at = start; at + 2 <= end; at++)
    usual += PAIRS[numberOf(text, at) * 26 + numberOf(text, at + 1)] as number
  return usual >= (end - start - 1) * 0.75
}

/** Japanese and simplified Chinese have tokens of several characters, traditional Chinese has few. */
function ofHan(text: string, start: number, end: number): number {
  const length = end - start
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if ((code >= 0x3040 && code < 0x3100) || SIMPLIFIED.has(code)) return length * 0.8
  }
  return length * 1.1
}

/** Frequent characters that only simplified Chinese has. */
const SIMPLIFIED = new Set(
  Array.from('这们为说个时对发开关动过还进没问应东车长门见书买读写删设选项认证错误请页', (one) =>
    one.charCodeAt(0),
  ),
)

/** By Unicode blocks: letters of living scripts, other characters of the first plane, the rest. */
function ofOther(code: number): number {
  if (code < 0x2000) return code < 0x1100 ? 1 : 3
  if (code >= 0xac00 && code < 0xd7b0) return 0.9
  if (code < 0x2c00) return 2
  return code > 0xffff ? 4 : 3
}
