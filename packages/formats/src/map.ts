import type { FileMap } from './options.ts'

/**
 * Reads `<pattern>=<replacement>`: a regular expression and its replacement. The first `=` without a preceding `\`
 * separates them. Throws an Error with the reason.
 */
export const parseMap = (text: string): FileMap => {
  const parted = /^((?:[^\\=]|\\.)+)=(.*)$/s.exec(text)
  if (!parted) throw new Error(`${JSON.stringify(text)} is not <pattern>=<replacement>`)
  const [, pattern = '', replacement = ''] = parted
  try {
    return { pattern: new RegExp(pattern.replaceAll(/\\(.)/g, unescaped), 'u'), replacement }
  } catch (error) {
    throw new Error(`${JSON.stringify(pattern)} is not a regular expression: ${(error as Error).message}`)
  }
}

const unescaped = (whole: string, character: string) => (character === '=' ? '=' : whole)

/**
 * Replaces the first match of the first matching pattern in a name; undefined if none matches.
 * `used` receives that pattern.
 */
export const mapName = (maps: readonly FileMap[], name: string, used?: Set<FileMap>): string | undefined => {
  const map = maps.find(({ pattern }) => pattern.test(name))
  if (map) used?.add(map)
  return map && name.replace(map.pattern, map.replacement)
}
