import { detectCi, previewRun } from '@svc/client/doctor'
import type { Published } from '@svc/protocol'
import { packageName } from '@svc/protocol'
import { findInstalled } from '../doctor/installed.ts'
import { declaredRange, findPackages, type Package } from '../doctor/packages.ts'
import { findSetups, type Setup } from '../doctor/setup.ts'
import { Refusal } from '../refusal.ts'
import { findArchives } from './find-archives.ts'
import { type Address, installCommand } from './managers.ts'
import type { Install, Plan } from './plan.ts'
import { findCi, isLocal, planCi } from './plan-ci.ts'
import { planConfigs, setupsToChange } from './plan-configs.ts'

interface Wish {
  folder: string
  env: NodeJS.ProcessEnv
  /** Address of the server, if an option names it. */
  url: string | undefined
  /** `owner/repository@ref` of the GitHub action. */
  action: string | undefined
}

/** Finds runners, configs and CI of a folder's package and its workspace, and plans everything that is missing. */
export const planInit = async ({
  folder,
  env,
  url,
  action,
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
  const setups = setupsToChange(findSetups(packages))
  if (setups.length === 0)
    throw new Refusal(`no Playwright, Vitest or Jest was found in ${base.folder}`, {
      code: 'NO_RUNNER',
      next: "install a runner first; for other tools, send their report files: npx --no svc upload 'reports/**/*.xml'",
    })
  const ci = await findCi(base.folder, env)
  const wanted = wantedPackages(setups, packages.above ?? base)
  const names = [...new Set([...wanted.values()].flatMap((each) => [...each.names]))]
  const addresses = names.length === 0 ? [] : await findArchives(config, names)
  const installs = [...wanted.values()].map(({ package: pkg, names }) => toInstall(pkg, names, addresses))
  const parts = [
    ...setups.map((setup) => planConfigs(setup, ci.isOnGitHub)),
    planCi(ci, base.folder, setups, { action, url: config.url }),
  ]
  const own = { installs, notes: notesOn(installs, config.url) }
  return { plan: joined([own, ...parts]), url: config.url, setups }
}

interface Wanted {
  package: Package
  names: Set<Published>
}

/** The packages to install by folder: each reporter beside its runner, the command at the top. */
const wantedPackages = (setups: Setup[], top: Package): Map<string, Wanted> => {
  const wanted = new Map<string, Wanted>()
  const want = (pkg: Package, name: Published) => {
    if (declaredRange(pkg, packageName(name)) !== undefined) return
    const entry = wanted.get(pkg.folder) ?? { package: pkg, names: new Set() }
    wanted.set(pkg.folder, { ...entry, names: entry.names.add(name) })
  }
  for (const { runner, package: pkg, declared } of setups) {
    // A runner of the top is also loaded from there, with its reporters.
    const holder = declared === undefined ? top : pkg
    if (declared !== undefined || !findInstalled(pkg.folder, runner.reporter)) want(holder, runner.id)
  }
  if (!findInstalled(top.folder, packageName('cli'))) want(top, 'cli')
  return wanted
}

const toInstall = (pkg: Package, names: Set<Published>, addresses: Address[]): Install => ({
  folder: pkg.folder,
  label: pkg.label,
  command: installCommand(
    pkg,
    addresses.filter(({ name }) => names.has(name)),
  ),
})

const notesOn = (installs: Install[], url: string): string[] =>
  installs.length > 0 && isLocal(url)
    ? [
        `package.json names ${url}, which only this machine reaches: for CI, run the command again with the address of a hosted server`,
      ]
    : []

const joined = (parts: Partial<Plan>[]): Plan => ({
  ready: parts.flatMap(({ ready = [] }) => ready),
  installs: parts.flatMap(({ installs = [] }) => installs),
  changes: parts.flatMap(({ changes = [] }) => changes),
  byHand: parts.flatMap(({ byHand = [] }) => byHand),
  notes: [...new Set(parts.flatMap(({ notes = [] }) => notes))],
})
