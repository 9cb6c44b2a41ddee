import { basename, join, posix } from 'node:path'
import type { Code, Open } from '@svc/protocol'
import type { Config } from './config.ts'
import { readGitHead } from './git-head.ts'
import type { ReporterOptions } from './options.ts'
import { toSlug } from './remote.ts'
import type { Root } from './root.ts'

/** The facts that a reporter gives the recorder at the start of a run. */
export interface RecorderStart {
  options: ReporterOptions
  /** The reporter itself. */
  client: { name: string; version: string }
  runner: { name: string; version?: string }
  /** The runner's root folder, absolute. */
  runnerRoot: string
  /** The runner's config file, absolute. */
  configFile?: string
  shard?: { index: number; total: number }
  /** Milliseconds since the epoch; default: now. */
  startedAt?: number
  /** The runner's output folder, absolute; its files may be sent although they are outside the root. */
  artifactFolders?: string[]
  /** True if a person sits before it and it runs again and again: only the option `watch` reports that. */
  isWatch?: boolean
}

/** The facts of a part that are known without asking git: enough to keep the results of a killed run. */
export const firstOpen = (
  journal: string,
  start: RecorderStart,
  config: Config,
  root: Root,
  relative: (path: string) => string,
): Open => {
  const packageFolder = relative(start.runnerRoot)
  return {
    journal,
    ...(config.project && { project: config.project }),
    suite: config.suite,
    build: config.build,
    ...(config.solitary && { solitary: true }),
    runAttempt: config.runAttempt,
    ...(config.attempt !== undefined && { attempt: config.attempt }),
    part: {
      job: config.job,
      package: packageFolder,
      config: start.configFile ? posix.relative(packageFolder, relative(start.configFile)) : '',
      leg: config.leg,
      ...(start.shard && { shard: start.shard }),
    },
    trust: config.trust,
    code: root.kind === 'git' ? codeAtHand(config, root) : { ...config.ci?.code },
    ...(config.ci && { ci: config.ci.run }),
    runner: start.runner,
    client: start.client,
    root: root.kind,
    ...(root.kind !== 'git' && config.machine && { machine: config.machine }),
    environment: { os: process.platform, arch: process.arch, node: process.versions.node },
    ...(config.tags.length > 0 && { tags: config.tags }),
    startedAt: Math.round(start.startedAt ?? Date.now()),
  }
}

/** The same facts with git's answers and the project's name; `at` if another commit is checked out by now. */
export const completeOpen = async (
  open: Open,
  root: Root,
  config: Config,
  commit?: string,
): Promise<Open> => {
  const code = root.kind === 'git' ? await askGit(open, root, config, commit) : open.code
  const project = open.project ?? (await nameProject(root.path, code.repository))
  const { readCodeowners } = await import('./codeowners.ts')
  // A fork's CODEOWNERS do not count, because only the repository itself defines the owners of its
  // files.
  const codeowners = open.trust === 'fork' ? undefined : await readCodeowners(root.path)
  return { ...open, ...(project && { project }), code, ...(codeowners && { codeowners }) }
}

const askGit = async (open: Open, root: Root, config: Config, commit: string | undefined): Promise<Code> => {
  const { gatherCode } = await import('./git.ts')
  return gatherCode({
    root: root.path,
    env: config.gitEnv,
    known: open.code,
    ...(open.ci && { ci: open.ci }),
    ...(commit && { commit }),
  })
}

/** CI's branch takes precedence, because a checkout in CI is detached. */
const codeAtHand = (config: Config, root: Root): Code => {
  const head = readGitHead(root.path)
  return {
    ...(head.sha && { testedSha: head.sha }),
    ...(head.branch && { branch: head.branch }),
    ...config.ci?.code,
  }
}

const nameProject = async (root: string, repository: string | undefined): Promise<string | undefined> => {
  const name = repository?.split('/').at(-1) ?? (await packageName(root)) ?? basename(root)
  return toSlug(name) || toSlug(basename(root)) || undefined
}

const packageName = async (root: string): Promise<string | undefined> => {
  try {
    const { readFile } = await import('node:fs/promises')
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const name = typeof manifest === 'object' && manifest !== null && 'name' in manifest ? manifest.name : ''
    return typeof name === 'string' && name !== '' ? name : undefined
  } catch {
    return undefined
  }
}
