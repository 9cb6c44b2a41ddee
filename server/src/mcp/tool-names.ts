import type { Tool } from './tool.ts'

/** A message of an operation, with its inputs named as the arguments of the tool that called it. */
export function withToolNames(
  message: string,
  { input, renamed = {} }: Pick<Tool, 'input' | 'renamed'>,
): string {
  const own = message.replace(BEGINNING, (_, before: string, name: string) =>
    Object.hasOwn(renamed, name) ? `${before}${renamed[name]}` : `${before}${name}`,
  )
  return own.replace(CAMEL_CASE, (name) => {
    const argument = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return argument in input.shape ? argument : name
  })
}

const CAMEL_CASE = /\b[a-z]+(?:[A-Z][a-z]+)+\b/g

/** The name of an input if a sentence begins with it: elsewhere it is a word. */
const BEGINNING = /(^|\. )(\w+)(?=(?:\[\d+\])? (?:must|is required)\b)/g
