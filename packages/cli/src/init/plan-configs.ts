import { existsSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { type Config, isOfOthers, isUnderProjects, isWanted, type Setup } from '../project/setup.ts'
import { addReporter, type Outcome } from './add-reporter.ts'
import { hasOurs, isDefault, type Told } from './ask-runners.ts'
import { defaultReporters } from './default-reporters.ts'
import { mayInherit, merges } from './may-inherit.ts'
import { newConfig } from './new-config.ts'
import type { ByHand, FileChange, Plan } from './plan.ts'
import type { SuiteOf } from './suites.ts'
import { readWhole } from './write-file.ts'

/** Returns the set-ups whose own config must name the reporter. */
export const setupsToChange = (setups: Setup[]): Setup[] =>
  setups.filter((setup) => {
    // Vitest and Jest read reporters only from the config that they start with: the root config,
    // for all its projects.
    if (isUnderProjects(setup, setups)) return false
    if (setup.configs.length > 0) return true
    if (isOfOthers(setup, setups)) return false
    return (
      isWanted(setup) ||
      setup.isStarted ||
      setups.every((each) => each === setup || each.runner !== setup.runner)
    )
  })

interface Wish {
  isOnGitHub: boolean
  suiteOf: SuiteOf
  told: Told
}

/** Plans the change of every config of a set-up. */
export const planConfigs = (setup: Setup, wish: Wish): Pick<Plan, 'ready' | 'changes' | 'byHand'> => {
  const { configs, runner, overriding } = setup
  const plan: Pick<Plan, 'ready' | 'changes' | 'byHand'> = { ready: [], changes: [], byHand: [] }
  if (configs.length === 0) plan.changes.push(created(setup, wish))
  for (const config of configs) {
    const reporters = wish.told.get(config.path)
    if (config.reporter === 'named' || (reporters && hasOurs(setup, reporters))) {
      plan.ready.push(`${config.file} names ${runner.reporter}`)
      continue
    }
    if (config.reporter === 'unsure' && (setup.isCovered || setup.sentAt !== undefined)) {
      plan.ready.push(`${config.file} is used by runs that report`)
      continue
    }
    const result = changed(setup, config, wish)
    if ('path' in result) plan.changes.push(result)
    else plan.byHand.push(result)
  }
  const path = configs[0]?.path ?? plan.changes[0]?.path ?? ''
  for (const { script, byProjects } of overriding.filter((each) => !each.isOurs))
    plan.byHand.push({
      part: 'tests',
      why: byProjects
        ? `the script "${script}" starts Jest with --projects, which ignores the reporters of ${basename(path)}`
        : `the script "${script}" replaces the reporters of the config`,
      where: `add to this script in ${posix.join(setup.package.label, 'package.json')}`,
      lines: [byProjects ? `--config ${basename(path)}` : runner.ownFlag],
    })
  return plan
}

const changed = (setup: Setup, config: Config, { isOnGitHub, suiteOf, told }: Wish): FileChange | ByHand => {
  const { runner } = setup
  const reporters = told.get(config.path)
  const suite = suiteOf(setup, config)
  const { path, file, otherName } = config
  const place = file.endsWith('package.json') ? `"jest" in ${file}` : file
  const byHand = (why: string): ByHand => ({
    part: 'tests',
    why: `${place} is not changed: ${why}`,
    where: config.hasOption
      ? `add '${runner.reporter}' to its option ${runner.option}, for example`
      : 'add to it',
    lines: [lineOf(runner, file, suite)],
  })
  if (otherName !== undefined) return byHand(`it names ${otherName}`)
  const before = readWhole(path)
  if (before === undefined) return byHand('it cannot be read as UTF-8 text')
  const merged = setup.configs.find((each) => each !== config && merges(before, path, each.path))
  if (merged)
    return {
      part: 'tests',
      why: `${place} is not changed: it merges ${merged.file}, and uses the reporter of that file`,
      where: 'give its runs a suite of their own, for example in the script',
      lines: [`SVC_SUITE=${suite ?? 'integration'} ${runner.id} … --config ${basename(path)}`],
    }
  const around = {
    defaults: defaultReporters(setup, path, isOnGitHub),
    // Defaults come from no file.
    mayInherit: reporters ? !reporters.every(isDefault) : mayInherit(before, path, runner.option),
    suite,
  }
  const change = (text: string | null): Outcome => addReporter(text ?? '', path, runner, around)
  const outcome = change(before)
  return outcome.state === 'changed'
    ? { path, label: file, before, after: outcome.text, change, setup }
    : byHand(outcome.why)
}

const lineOf = ({ reporter, line }: Setup['runner'], file: string, suite: string | undefined): string => {
  if (file.endsWith('.json')) {
    const entry = suite === undefined ? `"${reporter}"` : `["${reporter}", { "suite": "${suite}" }]`
    return `"reporters": ["default", ${entry}]`
  }
  if (suite === undefined) return line
  return line.replace(
    new RegExp(String.raw`\[?'${reporter}'\]?(?=\])`),
    `['${reporter}', { suite: '${suite}' }]`,
  )
}

const created = (setup: Setup, { suiteOf }: Wish): FileChange => {
  const { folder, label } = setup.package
  const { name, text } = newConfig(setup, existsSync(join(folder, 'tsconfig.json')), suiteOf(setup))
  return {
    path: join(folder, name),
    label: posix.join(label, name),
    before: null,
    after: text,
    change: (present) =>
      present === null ? { state: 'changed', text } : { state: 'unclear', why: 'it exists meanwhile' },
    setup,
  }
}
