import type { FileMap } from './options.ts'

/**
 * Reads `<pattern>=<replacement>`, a regular expression and what takes its place; the first `=` that no `\` stands before
 * parts them. Throws an Error with the reason.
 */
export const parseMap = (text: string): FileMap => {
  const parted = /^((?:[^\\=]|\\.)+)=(.*)$/s.exec(text)
  if (!parted) throw new Error(`${JSON.stringify(text)} is not <pattern>=<replacement>`)
  const [, pattern = '', replacement = ''] = parted
  try {
    return { pattern: new RegExp(pattern, 'u'), replacement }
  } catch (error) {
    throw new Error(`${JSON.stringify(pattern)} is no regular expression: ${(error as Error).message}`)
  }
}

/** What the first pattern that fits makes of a name, the rest of the name around it gone; undefined where none fits. */
export const mapName = (maps: readonly FileMap[], name: string): string | undefined => {
  for (const { pattern, replacement } of maps) {
    const found = pattern.exec(name)
    if (found) return found[0].replace(pattern, replacement)
  }
  return undefined
}
