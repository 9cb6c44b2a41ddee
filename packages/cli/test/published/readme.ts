import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspace } from './tarballs.ts'

/** A block of code in a README that says which file it is. */
export interface Block {
  file: string
  text: string
}

/** The README of a package. */
export const readmeOf = (name: string): string =>
  readFileSync(join(workspace, 'packages', name, 'README.md'), 'utf8')

/** Every block of code of a README with its language. */
const codeIn = (markdown: string): { language: string; text: string }[] =>
  [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))

/** What a user copies from the README of a reporter. */
export const blocksOf = (name: string): { config: Block; commands: string[] } => {
  const code = codeIn(readmeOf(name))
  const files = code.flatMap(({ text }) => {
    const file = /^\/\/ (\S+\.config\.\w+)\n/.exec(text)?.[1]
    return file ? [{ file, text }] : []
  })
  const [config] = files
  if (!config) throw new Error(`the README of ${name} shows no config`)
  const shell = code
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'))
  return { config, commands: shell }
}
