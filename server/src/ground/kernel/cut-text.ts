import { mostTokens } from './most-tokens.ts'

/** Letters of words and code that take one token, at least. */
const CHARACTERS_PER_TOKEN = 2

/**
 * The beginning of a text, with an ellipsis where it was cut: at most `most` characters, and no more tokens than
 * words of that length. Rare characters and hashes take many tokens each.
 */
export function cutText(text: string, most: number): string {
  let kept = text.length > most ? text.slice(0, most) : text
  const room = most / CHARACTERS_PER_TOKEN
  for (let tokens = mostTokens(kept); tokens > room; tokens = mostTokens(kept))
    kept = kept.slice(0, Math.min(kept.length - 1, Math.floor((kept.length * room) / tokens)))
  return kept === text
    ? text
    : `${kept
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}
