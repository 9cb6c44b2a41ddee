/**
 * A number of tokens that a text hardly ever exceeds (o200k_base), for answers that promise a maximum. It counts a few
 * per cent too many for code and prose, and more for other scripts.
 */
export function mostTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOf(piece)
  return Math.ceil(tokens)
}

/** A word or a part of a camelCase one, capitals, digits, white space, punctuation, or one other character. */
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|[0-9]+|\s+|[!-/:-@[-`{-~]+|[\s\S]/gu

function tokensOf(piece: string): number {
  const code = piece.codePointAt(0) as number
  if (code > 127) return ofOther(code)
  if (code >= 48 && code <= 57) return Math.ceil(piece.length / 3)
  if (/^\s/.test(piece)) return ofSpace(piece)
  if (/^[a-z]/i.test(piece)) return ofLetters(piece)
  return Math.max(0.9, piece.length * 0.62)
}

const ofSpace = (piece: string): number => {
  if (piece === ' ') return 0
  const indent = piece.length - piece.lastIndexOf('\n') - 1
  return (piece.includes('\n') ? 1 : 0) + (indent > 1 ? 1 : 0) + piece.length / 12
}

function ofLetters(word: string): number {
  const { length } = word
  // `Zq` of a random id takes two tokens, `Id` one.
  if (length <= 3) return length > 1 && /^[A-Z][a-z]/.test(word) && !isUsual(word) ? 1.5 : 1
  if (word === word.toUpperCase()) return length / 1.6
  if (length <= 5) return isUsual(word) ? 1 : 2
  return isUsual(word) ? Math.max(1.05, length / 6) : length / 1.9
}

/** Pairs of letters that words of English and of programs consist of; other words take many tokens. */
const PAIRS = new Set(
  `th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne
  ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa
  ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp
  fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da
  yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib
  tl ny ki rk ys ob mm fu ph og ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn nu af hu nn eo vo rv nf xp gn sm fl iz ok
  nl my gl aw ju oa eq sy sl ps jo lf nv je nk kn gs dy hy ze ks xt bs ik dd pt xe`.split(/\s+/),
)

function isUsual(word: string): boolean {
  const text = word.toLowerCase()
  let usual = 0
  for (let at = 0; at + 2 <= text.length; at++) if (PAIRS.has(text.slice(at, at + 2))) usual++
  return usual >= (text.length - 1) * 0.75
}

/** By the blocks of Unicode: letters of living scripts, other characters of the first plane, the rest. */
function ofOther(code: number): number {
  if (code < 0x2000) return code < 0x1100 ? 1 : 3
  if (code >= 0x3000 && code < 0xa000) return 1.1
  if (code >= 0xac00 && code < 0xd7b0) return 1.1
  if (code < 0x2c00) return 2
  return code > 0xffff ? 4 : 3
}
