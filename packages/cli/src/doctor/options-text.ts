import { bracketed } from './code-text.ts'

/** What a config hands to the reporter: an object that stands there, or something only running it could tell. */
export type OptionsText = { text: string } | 'unreadable'

/** Looks for the options behind the reporter's name, or in the call of its class; undefined where there are none. */
export const findOptions = (text: string, reporter: string): OptionsText | undefined =>
  behindName(text, reporter) ?? inCall(text, reporter)

/** `['@svc/jest', …]`, the name perhaps resolved first. */
const behindName = (text: string, reporter: string): OptionsText | undefined => {
  const name = String.raw`(?:[\w.]+\(\s*)?(['"\x60])${reporter}\3\s*\)?\s*,\s*`
  for (const match of text.matchAll(new RegExp(String.raw`(\S)?(\s*\[\s*)?${name}(?=[^\s\]])`, 'g'))) {
    const value = valueAt(text, match.index + match[0].length)
    // In a plain list what follows is the next reporter.
    const isPair = match[2] !== undefined && /[[,=(]/.test(match[1] ?? '')
    if (value && (value !== 'unreadable' || isPair)) return value
  }
  return undefined
}

/** `new Imported(…)`, under whatever name it was imported. */
const inCall = (text: string, reporter: string): OptionsText | undefined => {
  const quoted = String.raw`(['"\x60])${reporter}\2`
  const clauses = [
    ...text.matchAll(new RegExp(String.raw`\bimport\s+(?!type\b)([^'";]*?)\s*from\s*${quoted}`, 'g')),
    ...text.matchAll(
      new RegExp(
        String.raw`(?:const|let|var)\s+([^=;]*?)\s*=\s*(?:\(?\s*await\s+import|require)\(\s*${quoted}`,
        'g',
      ),
    ),
  ]
  for (const name of clauses.flatMap(([, clause = '']) => clause.match(/[\w$]+/g) ?? [])) {
    const call = new RegExp(String.raw`\bnew\s+${escaped(name)}(?:\.\w+)?\(\s*(?=[^\s)])`).exec(text)
    if (call) return valueAt(text, call.index + call[0].length) ?? 'unreadable'
  }
  return undefined
}

/** An object, or the name of one; undefined for a text in quotes, which is another reporter. */
const valueAt = (text: string, at: number): OptionsText | undefined => {
  const rest = text.slice(at)
  if (/^['"`[]/.test(rest)) return undefined
  if (rest.startsWith('{')) return asOptions(bracketed(text, at))
  const name = /^([\w$]+)\s*(?=[\],)]|satisfies\b|as\b)/.exec(rest)?.[1]
  return name === undefined ? 'unreadable' : declared(text, name)
}

/** The object a name stands for, where nothing changes it later. */
const declared = (text: string, name: string): OptionsText => {
  const start = new RegExp(String.raw`\b(?:const|let|var)\s+${escaped(name)}\s*(?::[^=]+)?=\s*(?=\{)`).exec(
    text,
  )
  const changes = new RegExp(
    String.raw`(?<![\w$.])${escaped(name)}(?:\.\w+|\[[^\]]*\])?\s*[?|&]*=(?![=>])|\bassign\(\s*${escaped(name)}\b`,
    'g',
  )
  if (!start) return 'unreadable'
  const rest = text.slice(0, start.index) + text.slice(start.index + start[0].length)
  return changes.test(rest) ? 'unreadable' : asOptions(bracketed(text, start.index + start[0].length))
}

const asOptions = (text: string | undefined): OptionsText => (text === undefined ? 'unreadable' : { text })

const escaped = (name: string) => name.replaceAll('$', String.raw`\$`)
