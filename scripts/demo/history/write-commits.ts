import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Calendar } from './calendar.ts'

/** Writes the story's commits to the repository's `main` and returns the sha of each mark. */
export function writeCommits(folder: string, { commits, main }: Calendar): Map<number, string> {
  const marks = join(folder, '.git/story-marks')
  const git = (args: string[], input?: string) =>
    execFileSync('git', args, {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(input !== undefined && { input }),
    })
  const stream = commits.flatMap(({ mark, at, message, parents: [first, second] }) => {
    const text = `${message}\n`
    const who = `Shop <shop@localhost> ${Math.floor(at / 1000)} +0000`
    const line = `${mark} ${message}\n`
    return [
      'commit refs/story',
      `mark :${mark}`,
      `committer ${who}`,
      `data ${Buffer.byteLength(text)}`,
      text,
      ...(first === undefined ? [] : [`from :${first}`]),
      ...(second === undefined ? [] : [`merge :${second}`]),
      'M 100644 inline CHANGES.txt',
      `data ${Buffer.byteLength(line)}`,
      line,
    ]
  })
  git(['fast-import', '--quiet', '--force', `--export-marks=${marks}`], `${stream.join('\n')}\n`)
  const shas = new Map(
    readFileSync(marks, 'utf8')
      .trim()
      .split('\n')
      .map((line): [number, string] => {
        const [mark = '', sha = ''] = line.slice(1).split(' ')
        return [Number(mark), sha]
      }),
  )
  rmSync(marks)
  git(['update-ref', '-d', 'refs/story'])
  git(['update-ref', 'refs/heads/main', shas.get(main) ?? ''])
  return shas
}
