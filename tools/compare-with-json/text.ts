import { stripVTControlCharacters } from 'node:util'

const NAME = /^(?:[A-Z]\w*(?:Error|Exception)|Error)(?: \[\w+\])?: ?/

/** The first line of an error as both sides can be compared by: no colours, class or absolute paths. */
export const firstLine = (text: string, root: string): string => {
  const [line = ''] = stripVTControlCharacters(text).replace(NAME, '').trimStart().split('\n')
  return line.replaceAll(`${root}/`, '').trimEnd()
}

/** A path below the root as the server has it. */
export const below = (root: string, path: string): string =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path

/** A title as svc keeps it: user and password of an address masked, control characters made visible. */
export const asWritten = (title: string): string =>
  title
    .replace(/:\/\/[^\s/:@]{0,256}:[^\s/@]{1,256}@/g, '://[redacted]@')
    .replaceAll('\0', '\u2400')
    .replaceAll('\u001b', '\u241b')
    .normalize('NFC')
