import { BASE32, ID_LENGTH, ID_START } from './chunk-id.ts'

/**
 * The ids that a chunk may have if `given` is one with a typing error: a character that is another, missing or too
 * much, or two that changed places. About 830 texts, so that an index finds those that exist without reading others.
 */
export function similarIds(given: string): string[] {
  const id = given.toLowerCase()
  if (!id.startsWith(ID_START)) return []
  const text = id.slice(ID_START.length)
  if (Math.abs(text.length - ID_LENGTH) > 1) return []
  const found = new Set([text])
  for (let at = 0; at <= text.length; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at)]
    found.add(before + after.slice(1))
    found.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
    for (const letter of BASE32) found.add(before + letter + after).add(before + letter + after.slice(1))
  }
  return [...found].filter(({ length }) => length === ID_LENGTH).map((one) => ID_START + one)
}
