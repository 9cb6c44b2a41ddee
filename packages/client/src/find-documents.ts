import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { LIMITS, toDocumentText } from '@svc/protocol'
import type { Env } from './ci-facts.ts'
import { readCommits } from './git.ts'
import { gitIn } from './git-run.ts'
import { findAbove } from './root.ts'

/** A file that becomes a document. */
export interface DocumentFile {
  /** Path of the document on the server. */
  path: string
  /** Path of the file. */
  file: string
  /** SHA-256 of its text, as the server computes it. */
  hash: string
  /** Bytes of its text. */
  bytes: number
}

export interface FoundDocuments {
  files: DocumentFile[]
  /** Files that cannot be documents, each with a reason. */
  broken: { path: string; file: string; reason: string }[]
  /** The folder on the server; empty for the whole project. */
  prefix: string
  /** The checked-out commit, if the files are unchanged since. */
  commit: FoundCommit | undefined
}

interface FoundCommit {
  sha: string
  /** As an ISO date, by the clock of the committer. */
  committedAt: string
  /** The commit and commits before it, as far as the clone reaches. */
  ancestry: { sha: string; parents: string[] }[]
}

const ENDING = /\.(?:md|mdx|markdown)$/i
/** Without git: folders that contain no documents of the project. */
const LEFT_OUT = new Set(['node_modules', 'vendor'])

/**
 * The Markdown files below a folder. In a git working tree these are the files that git does not ignore, and a
 * document's path is the file's path in the repository unless `prefix` is given. Symbolic links are not followed.
 */
export async function findDocuments(
  folder: string,
  { prefix, env, isCi }: { prefix?: string | undefined; env: Env; isCi: boolean },
): Promise<FoundDocuments> {
  const root = realpathSync(folder)
  const top = findAbove(root, '.git')
  const git = gitIn(root, env)
  const listed = top === undefined ? undefined : await listByGit(git)
  const names = (listed ?? listByWalk(root)).filter((name) => ENDING.test(name)).sort()
  const place = cleanPrefix(prefix ?? (top === undefined ? '' : relative(top, root).split(sep).join('/')))
  const found: FoundDocuments = { files: [], broken: [], prefix: place, commit: undefined }
  for (const name of names) {
    const path = posix.join(place, name.normalize('NFC'))
    const file = join(root, name)
    const read = readDocumentFile(file)
    if (read === undefined) continue
    if ('reason' in read) found.broken.push({ path, file, reason: read.reason })
    else found.files.push({ path, file, hash: read.hash, bytes: Buffer.byteLength(read.text) })
  }
  if (listed !== undefined) found.commit = await commitOf(git, isCi)
  return found
}

/** The text of a document's file, or why it has none; undefined if the file no longer exists. */
export function readDocumentFile(
  file: string,
): { text: string; hash: string } | { reason: string } | undefined {
  const about = lstatSync(file, { throwIfNoEntry: false })
  if (about?.isSymbolicLink()) return { reason: 'it is a symbolic link; only files are pushed' }
  if (!about?.isFile()) return undefined
  // With CRLF line ends, a file may be twice as long as its text.
  if (about.size > 2 * LIMITS.documentBytes) return { reason: tooLong(about.size) }
  try {
    const text = toDocumentText(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)))
    const bytes = Buffer.byteLength(text)
    if (bytes > LIMITS.documentBytes) return { reason: tooLong(bytes) }
    if (text.includes('\0')) return { reason: 'it contains NUL characters, so it is no text' }
    return { text, hash: createHash('sha256').update(text).digest('hex') }
  } catch (error) {
    return error instanceof TypeError
      ? { reason: 'it is not in UTF-8; save it in that encoding' }
      : { reason: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})` }
  }
}

const tooLong = (bytes: number): string =>
  `it has ${bytes} bytes, and a document has at most ${LIMITS.documentBytes}; split it`

/** Relative to the folder; undefined if git refuses. */
async function listByGit(git: ReturnType<typeof gitIn>): Promise<string[] | undefined> {
  const listed = await git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  return listed === undefined ? undefined : [...new Set(listed.split('\0').filter((name) => name !== ''))]
}

function listByWalk(root: string): string[] {
  const names: string[] = []
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const name = posix.join(folder, entry.name)
      if (!entry.isDirectory()) names.push(name)
      else if (!entry.name.startsWith('.') && !LEFT_OUT.has(entry.name)) waiting.push(name)
    }
  return names
}

/**
 * Absent if a file below the folder differs from its commit. In CI, new files are what the pipeline made of the commit.
 */
async function commitOf(git: ReturnType<typeof gitIn>, isCi: boolean): Promise<FoundCommit | undefined> {
  const untracked = `--untracked-files=${isCi ? 'no' : 'all'}`
  if ((await git('status', '--porcelain', untracked, '--', '.')) !== '') return undefined
  const commits = await readCommits(git, 'HEAD')
  const [commit] = commits
  if (!commit || !Number.isSafeInteger(commit.committedAt)) return undefined
  return {
    sha: commit.sha,
    committedAt: new Date(commit.committedAt * 1_000).toISOString(),
    ancestry: commits.map(({ sha, parents }) => ({ sha, parents: parents.slice(0, LIMITS.parents) })),
  }
}

const cleanPrefix = (prefix: string): string => posix.resolve('/', prefix).slice(1).normalize('NFC')
