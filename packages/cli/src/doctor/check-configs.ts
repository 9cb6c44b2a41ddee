import { basename } from 'node:path'
import { RUNNERS } from '../project/runners.ts'
import {
  type Config,
  isNamed,
  isNamedInFiles,
  isOfOthers,
  isSetUp,
  isWanted,
  type Setup,
} from '../project/setup.ts'
import { count, duration, shortList } from '../terminal/words.ts'
import { type Finding, findingsOf, type Report } from './finding.ts'
import type { Subject } from './subject.ts'
import { placesOf } from './words.ts'

const say = findingsOf('Config')

/** The number of packages with a line of their own; the others share one. */
const MOST_LINES = 8

/** Checks that each runner's config names the reporter; runs no config. */
export const checkConfigs = ({ setups }: Subject): Report => {
  const bad = setups.filter((setup) => !isNamed(setup) && !isOfOthers(setup, setups))
  const rest = bad.slice(MOST_LINES).map((setup) => setup.package.label)
  return [
    RUNNERS.map((runner) => describeNamed(setups.filter((setup) => setup.runner === runner))),
    setups.map((setup) => setup.configs.map((config) => describeConfig(setup, config))),
    bad.slice(0, MOST_LINES).map((setup) => describeMissing(setup, setups)),
    rest.length > 0 &&
      say.warning(`the same in ${count(rest.length, 'more package')}: ${shortList(rest)}`, {
        reason: 'their runs are not reported',
        fix: 'add the same line to each',
      }),
    setups.map(describeFlags),
    setups.map(describeProjects),
  ]
}

/** The packages of one runner that report, with one line for each way of doing so. */
const describeNamed = (setups: Setup[]): Report => {
  const files = setups.flatMap(({ configs }) => configs.filter(isUsed).map(({ file }) => file))
  const others = setups.filter(({ configs }) => !configs.some(isUsed))
  const byScript = others.filter(({ overriding }) => overriding.some((each) => each.isOurs))
  const byTop = others.filter((setup) => setup.isCovered && !byScript.includes(setup))
  const byHand = others.filter((setup) => setup.sentAt !== undefined && !isNamedInFiles(setup))
  const places = (some: Setup[]) => shortList(some.map((each) => each.package.label || 'this folder'))
  const reporter = setups[0]?.runner.reporter
  return [
    files.length > 0 && say.ok(`${shortList(files)} ${files.length > 1 ? 'name' : 'names'} ${reporter}`),
    byScript.length > 0 && say.ok(`a script names ${reporter} in ${places(byScript)}`),
    byTop.length > 0 && say.ok(`the config at the workspace root covers ${places(byTop)}`),
    byHand.map(({ sentAt = 0, ...setup }) =>
      say.ok(
        `${describeAbsence(setup, setup.configs[0])}; a run with it on the command line was sent ${duration(Date.now() - sentAt)} ago`,
      ),
    ),
  ]
}

const isUsed = ({ reporter }: Config): boolean => reporter === 'named'

/** The problem with one config of a package. */
const describeConfig = (setup: Setup, config: Config): Report => {
  const { runner, configs } = setup
  const { file, reporter, written } = config
  if (written.options.enabled === false)
    return say.problem(`${file} sets enabled: false`, {
      reason: 'reporters record nothing',
      fix: 'remove it, or set SVC_ENABLED=false only for runs without recording',
    })
  if (reporter === 'unsure')
    return say.warning(`${file} does not name ${runner.reporter} itself`, {
      reason: 'it uses a config from another package, which doctor does not read',
      fix: `check that the other config names '${runner.reporter}'`,
    })
  if (config.isConditional)
    return say.warning(`${file} names ${runner.reporter} conditionally`, {
      reason: 'runs that do not meet the condition, for example outside CI, are not reported',
      fix: 'none if this is intended; otherwise name it in both branches',
    })
  if (isUsed(config) || !configs.some(isUsed)) return undefined
  return say.warning(describeAbsence(setup, config), {
    reason: 'runs started with this config are not reported',
    fix: 'add to it:',
    paste: [runner.line],
  })
}

const describeAbsence = ({ runner, package: pkg }: Omit<Setup, 'sentAt'>, config?: Config): string => {
  if (!config) return `no config of ${runner.name}${placesOf([pkg])}`
  const { file, reporter, otherName } = config
  if (reporter === 'projects') return `${file} names ${runner.reporter} only inside its projects`
  if (otherName !== undefined) return `${file} names ${otherName}, not ${runner.reporter}`
  if (reporter === 'comment') return `${file} names ${runner.reporter} only in a comment`
  return `${file} does not name ${runner.reporter}`
}

const describeMissing = (setup: Setup, all: Setup[]): Finding => {
  const { runner, package: pkg } = setup
  const [config] = setup.configs
  const runsProjects = setup.hasProjects && pkg.label === ''
  const isInVain = runsProjects && all.some((each) => each.runner === runner && isSetUp(each))
  // If no reporter is installed or named, the user may intend to send report files.
  const tell = isWanted(setup) || isInVain ? say.problem : say.warning
  const absence = describeAbsence(setup, config)
  const hasTop = all.some((each) => each.runner === runner && each !== setup && each.hasProjects)
  const isAlone = hasTop && setup.startedAloneBy !== undefined
  const reason = runsProjects
    ? `${runner.name} reads reporters from the config that it starts with, never from its projects`
    : isAlone
      ? `the script "${setup.startedAloneBy}" starts ${runner.name} ${config ? 'with it' : 'without one'}, and no script at the workspace root starts ${runner.name}`
      : `${runner.name} calls only the reporters that its config names`
  if (!config)
    return tell(absence, {
      reason,
      fix: `create ${pkg.label ? `${pkg.label}/` : ''}${runner.example.file}:`,
      paste: runner.example.lines,
    })
  const place = config.file.endsWith('package.json') ? `"jest" in ${config.file}` : config.file
  return tell(absence, {
    reason,
    fix: config.hasOption
      ? `add '${runner.reporter}' to the option ${runner.option} in ${place}, for example:`
      : `${isAlone ? `start ${runner.name} at the workspace root, or ` : ''}add to ${place}:`,
    paste: [config.file.endsWith('.json') ? `"reporters": ["default", "${runner.reporter}"]` : runner.line],
  })
}

const describeFlags = (setup: Setup): Report => {
  const { runner, overriding, isReplaced, package: pkg } = setup
  const flags = overriding.filter((each) => !each.isOurs && !each.byProjects)
  const others = flags.map((each) => `"${each.script}"`)
  if (others.length === 0) return undefined
  const which = others.length === 1 ? `script ${others[0]} sets` : `scripts ${shortList(others)} set`
  const reason = 'reporters on the command line replace those in the config'
  return say.warning(`${which} ${runner.ownFlag.split('=')[0]}${placesOf([pkg])}`, {
    reason: isReplaced ? `no script of this package reports: ${reason}` : reason,
    fix: `add ${runner.reporter} there:`,
    paste: [runner.ownFlag],
  })
}

const describeProjects = ({ overriding, configs, sentAt, package: pkg }: Setup): Report => {
  const scripts = overriding.filter((each) => each.byProjects).map((each) => `"${each.script}"`)
  const [config] = configs
  // The first project may have the reporter.
  if (scripts.length === 0 || sentAt !== undefined || !config) return undefined
  const which = scripts.length === 1 ? `script ${scripts[0]} starts` : `scripts ${shortList(scripts)} start`
  return say.warning(`${which} Jest with --projects${placesOf([pkg])}`, {
    reason: `Jest then takes the reporters of the first project, and not those of ${config.file}`,
    fix: 'add the config to the script:',
    paste: [`--config ${basename(config.path)}`],
  })
}
