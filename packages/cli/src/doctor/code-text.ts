/** Comments, texts in quotes, and single characters, in this order: a quote in a comment begins no text. */
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|[\s\S]/g

const isComment = (token: string) => token.startsWith('//') || token.startsWith('/*')
const isQuoted = (token: string) => token.length > 1 && /^['"`]/.test(token)

/** The code without its comments. */
export const withoutComments = (text: string): string =>
  text.replace(TOKENS, (token) => (isComment(token) ? ' ' : token))

/** The code with every text in quotes blanked, at unchanged places. */
export const withoutTexts = (text: string): string =>
  text.replace(TOKENS, (token) => (isQuoted(token) ? '_'.repeat(token.length) : token))

/** What stands from an opening bracket up to the one that closes it, both included; comments have to be gone. */
export const bracketed = (text: string, from: number): string | undefined => {
  const code = withoutTexts(text.slice(from))
  let depth = 0
  for (let i = 0; i < code.length; i += 1) {
    if (/[[{(]/.test(code[i] ?? '')) depth += 1
    if (/[\]})]/.test(code[i] ?? '')) depth -= 1
    if (depth === 0) return text.slice(from, from + i + 1)
  }
  return undefined
}

/** The parts between the commas of what stands in brackets. */
export const partsOf = (literal: string): string[] => {
  const text = literal.slice(1, -1)
  const code = withoutTexts(text)
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i <= code.length; i += 1) {
    const sign = code[i] ?? ','
    if (/[[{(]/.test(sign)) depth += 1
    if (/[\]})]/.test(sign)) depth -= 1
    if (sign !== ',' || depth > 0) continue
    parts.push(text.slice(from, i).trim())
    from = i + 1
  }
  return parts.filter((part) => part !== '')
}
