/** Returns untrusted text as one line of plain Markdown; characters with a meaning become entities. */
export const asWords = (text: string, most = 300): string => entities(clean(text, most))

/**
 * Returns untrusted text as code, in which GitHub links no users, issues or addresses. Entities are decoded after
 * Markdown is parsed, so the text cannot end the element.
 */
export const asCode = (text: string): string => `<code>${entities(clean(text, 300)) || ' '}</code>`

const MOST_OF_BLOCK = 1_500

/** Returns untrusted lines in a `pre` element, which they cannot end. */
export const asBlock = (text: string): string =>
  `<pre>${text
    .slice(0, MOST_OF_BLOCK)
    .split('\n')
    .slice(0, 20)
    .map((line) => entities(clean(line, MOST_OF_BLOCK)))
    .join('<br>')}</pre>`

/** Removes control, zero-width and bidirectional characters. */
const clean = (text: string, most: number): string => {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu, '')
    .trim()
  return (line.length > most ? `${line.slice(0, most - 1)}…` : line).toWellFormed()
}

/** Encodes everything except letters, digits and harmless characters. */
const entities = (text: string) =>
  text
    // An invisible character separates what a mention or a link needs side by side; only an address may break.
    .replace(/@(?=\w)|#(?=\d)|\bGH-(?=\d)/gi, '$&\u2060')
    .replace(/:(?=\/\/)|\bwww(?=\.)/gi, '$&\u200b')
    .replace(
      /[^\p{L}\p{M}\p{N} ,;'"%?=/.\u200b\u2060\p{S}\p{P}]|[\\`*_{}[\]()#+!|<>~^$&:@-]/gu,
      (character) => `&#${character.codePointAt(0)};`,
    )
    .replaceAll('\u2060', '&#8288;')
    .replaceAll('\u200b', '&#8203;')
