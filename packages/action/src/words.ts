/** Text of anybody as plain words of Markdown, on one line: each character that could mean anything is an entity. */
export const asWords = (text: string, most = 300): string => entities(clean(text, most))

/**
 * The same as code, where GitHub links no people, issues and addresses either. Entities are read after Markdown is,
 * so that nothing in it ends the element.
 */
export const asCode = (text: string, most = 300): string =>
  `<code>${entities(clean(text, most)) || ' '}</code>`

/** Lines of text, folded into an element that they cannot end. */
export const asBlock = (text: string, most = 1_500): string =>
  `<pre>${text
    .slice(0, most)
    .split('\n')
    .slice(0, 20)
    .map((line) => entities(clean(line, most)))
    .join('<br>')}</pre>`

/** Controls, zero-width and bidirectional characters are left out. */
const clean = (text: string, most: number): string => {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu, '')
    .trim()
  return (line.length > most ? `${line.slice(0, most - 1)}…` : line).toWellFormed()
}

/** Everything but letters, digits and what is harmless everywhere. */
const entities = (text: string) =>
  text
    // Between the two an entity of nothing: a mention or a link needs them side by side.
    .replace(/@(?=\w)|#(?=\d)|\bGH-(?=\d)|:(?=\/\/)|\bwww(?=\.)/gi, '$&\u200b')
    .replace(
      /[^\p{L}\p{M}\p{N} ,;'"%?=/.\u200b\p{S}\p{P}]|[\\`*_{}[\]()#+!|<>~^$&:@-]/gu,
      (character) => `&#${character.codePointAt(0)};`,
    )
    .replaceAll('\u200b', '&#8203;')
