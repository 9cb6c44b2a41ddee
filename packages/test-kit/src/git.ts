import { execFileSync } from 'node:child_process'

const SETTINGS = [
  'user.name=A',
  'user.email=author@example.org',
  'commit.gpgSign=false',
  'init.defaultBranch=main',
  // A submodule may lie in a folder beside it.
  'protocol.file.allow=always',
].flatMap((setting) => ['-c', setting])

/** Runs git in a folder and gives what it printed. */
export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', [...SETTINGS, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
