import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the package that a module is in. */
const FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/

/** Returns the licenses of the packages that these modules are of, which each asks to keep with its code. */
export const licensesOf = (moduleIds: string[]): string => {
  const folders = new Set(moduleIds.flatMap((id) => FOLDER.exec(id)?.[0] ?? []))
  const texts = [...folders].map((folder) => {
    const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return `${name} (${license})\n\n${textIn(folder).trim()}\n`
  })
  return texts.toSorted().join(`\n${'-'.repeat(80)}\n\n`)
}

const textIn = (folder: string): string => {
  const name = readdirSync(folder).find((file) => /^licen[cs]e(?:\.\w+)?$/i.test(file))
  return name === undefined ? '' : readFileSync(join(folder, name), 'utf8')
}
