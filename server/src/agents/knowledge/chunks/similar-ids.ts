import { BASE32, ID_LENGTH, ID_START } from './chunk-id.ts'

/**
 * The ids that differ from `given` by one typing error: a wrong, missing or extra character, or two that are swapped.
 * There are about 830, so that an index can look each of them up.
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
