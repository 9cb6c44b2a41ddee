import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Copies what a build of the workspace is given: the files git knows, less those of .dockerignore. */
export function copyContext(workspace: string, to: string): string[] {
  const patterns = readFileSync(join(workspace, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: workspace,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => file !== '' && isIncluded(file, patterns))
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(workspace, file), join(to, file))
  }
  return files
}

/** The last pattern that fits a file, or a folder it is in, decides. */
function isIncluded(file: string, patterns: string[]): boolean {
  const parts = file.split('/')
  const paths = parts.map((_, i) => parts.slice(0, i + 1).join('/'))
  let isIn = true
  for (const pattern of patterns) {
    const bare = pattern.replace(/^!/, '')
    if (paths.some((path) => fits(path, bare))) isIn = pattern.startsWith('!')
  }
  return isIn
}

/** As an engine reads a pattern: a star stands for names that begin with a dot, too. */
const fits = (path: string, pattern: string): boolean => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?')
  return new RegExp(`^${source}$`).test(path)
}
