import { dirname, join } from 'node:path'
import { detectCi, findAbove, previewRun } from '@svc/client/cli'
import { readText } from '../project/json.ts'
import { findPackages, notesOf, scriptsOf } from '../project/packages.ts'
import { textsOf } from '../project/read-config.ts'
import type { Runner } from '../project/runners.ts'
import { findSetups, type Setup } from '../project/setup.ts'
import { sharedSuites } from '../project/shared-suites.ts'
import { unsupportedNode } from '../project/unsupported-node.ts'
import { Refusal } from '../refusal.ts'
import { shortList } from '../terminal/words.ts'
import { askRunners } from './ask-runners.ts'
import type { FileChange, Plan } from './plan.ts'
import { findCi, isLocal, planCi } from './plan-ci.ts'
import { planConfigs, type SuiteOf, setupsToChange, suitesOf } from './plan-configs.ts'
import { planInstalls } from './plan-installs.ts'

const HOW: Record<Runner['id'], string> = {
  vitest: 'retry: 1 in test',
  playwright: 'retries: 1',
  jest: 'jest.retryTimes(1) in a file of setupFilesAfterEnv',
}

interface Wish {
  folder: string
  env: NodeJS.ProcessEnv
  /** Version of Node. */
  node: string
  /** Address of the server, if an option names it. */
  url: string | undefined
  /** `owner/repository@ref` of the GitHub action. */
  action: string | undefined
  /** True if the packages must come from the server. */
  isFromServer: boolean
}

/** Finds runners, configs and CI of a folder's package and its workspace, and plans everything that is missing. */
export const planInit = async ({
  folder,
  env,
  node,
  url,
  action,
  isFromServer,
}: Wish): Promise<{ plan: Plan; url: string; setups: Setup[] }> => {
  const packages = findPackages(folder)
  const [base] = packages.all
  const { config } = await previewRun(base.folder, url === undefined ? {} : { url }, env, detectCi())
  const broken = packages.all.find(({ manifest }) => manifest === null)
  if (broken)
    throw new Refusal(`package.json of ${broken.label || 'this folder'} is not valid JSON`, {
      code: 'NOT_SET_UP',
      next: 'repair it, then run the command again',
    })
  const setups = setupsToChange(findSetups(packages, notesOf(packages)))
  if (setups.length === 0)
    throw new Refusal(`no Playwright, Vitest or Jest was found in ${base.folder}`, {
      code: 'NO_RUNNER',
      next: "install a runner first; for other tools, send their report files: npx --no svc upload 'reports/**/*.xml'",
    })
  const ci = await findCi(base.folder, env)
  const told = await askRunners(setups, env)
  // The variable sets one suite for all of them.
  const suiteOf: SuiteOf = env.SVC_SUITE?.trim() ? () => undefined : suitesOf(setups, packages)
  const { installs, fromServer } = await planInstalls(setups, packages.above ?? base, {
    config,
    env,
    isFromServer,
  })
  const parts = [
    ...setups.map((setup) => planConfigs(setup, { isOnGitHub: ci.isOnGitHub, suiteOf, told })),
    planCi(ci, base.folder, setups, { action, url: config.url }),
  ]
  const notes = [
    ...noteSource(fromServer, config.url),
    ...noteGit(base.folder),
    ...noteNode(setups, node),
    ...noteRetries(setups),
    ...sharedSuites(setups, env).map(
      ({ suite, files }) =>
        `${shortList(files)} report to the same suite, ${suite}. Give each a suite of its own, because svc compares executions of one suite`,
    ),
  ]
  return { plan: joined([{ installs }, ...parts, { notes }]), url: config.url, setups }
}

/** A lock file with such addresses binds everyone who installs from it to this server. */
const noteSource = (why: string | undefined, url: string): string[] =>
  why === undefined
    ? []
    : [
        `the packages come from the server, because ${why}`,
        isLocal(url)
          ? `package.json and the lock file name ${url}, which only this machine reaches: for colleagues and CI, run the command again with the address of a hosted server`
          : `package.json and the lock file name ${url}: while that server is down, an installation without a cache fails`,
      ]

const noteGit = (folder: string): string[] =>
  findAbove(folder, '.git') === undefined
    ? ['no git repository: svc compares a run without a commit only with the run before it']
    : []

const noteNode = (setups: Setup[], node: string): string[] =>
  setups.flatMap((setup) => {
    const trouble = unsupportedNode(setup, node)
    if (!trouble) return []
    const { found, reason, fix } = trouble
    return [`${found}: ${reason}. ${fix.charAt(0).toUpperCase() + fix.slice(1)}: npx --no svc doctor`]
  })

const joined = (parts: Partial<Plan>[]): Plan => ({
  ready: parts.flatMap(({ ready = [] }) => ready),
  installs: parts.flatMap(({ installs = [] }) => installs),
  changes: firstOfEachPath(parts.flatMap(({ changes = [] }) => changes)),
  byHand: parts.flatMap(({ byHand = [] }) => byHand),
  notes: [...new Set(parts.flatMap(({ notes = [] }) => notes))],
})

/** Two packages may share one config, which needs one reporter. */
const firstOfEachPath = (changes: FileChange[]): FileChange[] =>
  changes.filter(({ path }, index) => changes.findIndex((each) => each.path === path) === index)

/** Returns one note that explains why retries help, if a runner sets none. It names packages where others of the runner set some. */
const noteRetries = (setups: Setup[]): string[] => {
  const without = setups.filter((setup) => !setsRetries(setup))
  if (without.length === 0) return []
  const runners = [...new Set(without.map(({ runner }) => runner))]
  const names = runners.map((runner) => {
    const own = without.filter((setup) => setup.runner === runner)
    const isAll = own.length === setups.filter((setup) => setup.runner === runner).length
    return isAll
      ? runner.name
      : `${runner.name} in ${shortList(own.map(({ package: { label } }) => label || 'the root package'))}`
  })
  const ways = runners.map(({ name, id }) => `${name}: ${HOW[id]}`).join('; ')
  return [
    `${names.join(' and ')} ${names.length > 1 ? 'set' : 'sets'} no retries. A retry separates a flaky test from a broken one, so a firm answer needs 5 runs instead of 15. ${ways}`,
  ]
}

const setsRetries = ({ configs, package: pkg }: Setup): boolean =>
  [
    ...configs.flatMap(({ path }) => {
      const text = readText(path)
      return text === undefined ? [] : [...textsOf(text, path), ...filesNamedIn(text, dirname(path))]
    }),
    ...scriptsOf(pkg).map(([, script]) => script),
  ].some((text) => /\bretry(?:Times)?\b|\bretries\b/.test(text))

/** The texts of files that a config names, such as those of `setupFilesAfterEnv`. */
const filesNamedIn = (text: string, folder: string): string[] =>
  [...text.matchAll(/['"](?:<rootDir>|\.)\/([\w./-]+\.[cm]?[jt]sx?)['"]/g)].flatMap(
    ([, name = '']) => readText(join(folder, name)) ?? [],
  )
