import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const workspace = join(import.meta.dirname, '../../..')

/** A page that people read. */
export interface Page {
  /** Posix path from the workspace. */
  path: string
  text: string
}

/** Every page of the documentation: the root, `docs/`, and the README of each package, of the server and of the examples. */
export const pages = (): Page[] =>
  [
    ...markdownIn(''),
    ...readdirSync(join(workspace, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((path) => `docs/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.md')),
    ...readdirSync(join(workspace, 'packages')).flatMap((name) => markdownIn(`packages/${name}/`)),
    ...['server/', 'examples/', 'ci/'].flatMap(markdownIn),
  ]
    .sort()
    .map((path) => ({ path, text: readFileSync(join(workspace, path), 'utf8') }))

const markdownIn = (folder: string): string[] => {
  try {
    return readdirSync(join(workspace, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => folder + name)
  } catch {
    return []
  }
}

/** A block of code with its language and its first line, counted from 1. */
export interface Block {
  language: string
  text: string
  line: number
}

/** The blocks of code of a page, without the spaces in front of an indented one. */
export const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let open: (Block & { indent: string }) | undefined
  text.split('\n').forEach((line, at) => {
    const fence = /^(\s*)```(\S*)/.exec(line)
    if (!fence) {
      if (open) open.text += `${line.startsWith(open.indent) ? line.slice(open.indent.length) : line}\n`
    } else if (open) {
      blocks.push({ language: open.language, text: open.text, line: open.line })
      open = undefined
    } else open = { language: fence[2] ?? '', text: '', line: at + 2, indent: fence[1] ?? '' }
  })
  return blocks
}

/** The page without its blocks of code, line for line, so that what looks like a link there is none. */
export const withoutBlocks = (text: string): string => {
  let isCode = false
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*```/.test(line)) {
        isCode = !isCode
        return ''
      }
      return isCode ? '' : line
    })
    .join('\n')
}

/** The anchors of a page's headings, as GitHub makes them. */
export const anchorsOf = (text: string): Set<string> => {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const plain = words
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
    let anchor = plain
    for (let n = 1; anchors.has(anchor); n++) anchor = `${plain}-${n}`
    anchors.add(anchor)
  }
  return anchors
}

/** All source of folders, without tests and builds. */
export const sourceOf = (folders: string[]): string =>
  folders
    .flatMap((folder) =>
      readdirSync(join(workspace, folder), { recursive: true, encoding: 'utf8' })
        .filter(
          (path) =>
            /\.(tsx?|ya?ml)$/.test(path) && !/node_modules|\.test\.|[\\/](?:lib|dist|test)[\\/]/.test(path),
        )
        .map((path) => readFileSync(join(workspace, folder, path), 'utf8')),
    )
    .join('\n')
